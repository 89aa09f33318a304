"""Translated functions, compiled once in a process and called with Python's lock released."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, get_type_hints

import numpy as np

from lagr_gui.foundation.arrays import address
from lagr_gui.foundation.libraries import library
from lagr_gui.native.language import Struct, kind_of
from lagr_gui.native.translate import translated

_C: dict[str, Any] = {"real": ctypes.c_double, "count": ctypes.c_int64, "nothing": None}


class Library:
    """Functions of the small language as machine code; each is called by its name.

    Variables go from memory to registers, and nothing else is made better: all that LLVM can do
    besides takes six times as long and makes single motions no faster.  Loops over many lanes are:
    with `wide` they take several numbers at once.  Raises MissingLibrary where LLVM is missing.
    """

    def __init__(self, entries: Sequence[Callable[..., Any]], wide: bool = False) -> None:
        llvm: Any = library("llvmlite.binding")
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(),
            features=llvm.get_host_cpu_features().flatten(),
            opt=1,
            jit=True,
        )
        module = llvm.parse_assembly(translated(entries))
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = wide
        builder = llvm.create_pass_builder(machine, options)
        if wide:
            passes = builder.getModulePassManager()
        else:
            passes = llvm.create_new_module_pass_manager()
            passes.add_sroa_pass()
        passes.run(module, builder)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self._calls = {entry.__name__: self._call(entry) for entry in entries}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            return self._calls[name]
        except KeyError:
            raise AttributeError(name) from None

    def _call(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        hints = get_type_hints(entry)
        result = _C[str(kind_of(hints.pop("return")))]
        kinds = [kind_of(hint) for hint in hints.values()]
        address = self._engine.get_function_address(entry.__name__)
        call = ctypes.CFUNCTYPE(result, *[_C.get(str(kind), ctypes.c_void_p) for kind in kinds])(
            address
        )

        return _Called(call, address)


class _Called:
    """A function at an `address`, where records of the language find it too."""

    def __init__(self, call: Callable[..., Any], address: int) -> None:
        self._call, self.address = call, address

    def __call__(self, *values: Any) -> Any:
        return self._call(*(_plain(value) for value in values))


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return address(value)
    return value.address if isinstance(value, Struct) else value
