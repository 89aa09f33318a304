"""Fortran 2008: a module, and a program that uses it."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import (
    counters,
    declared,
    filled,
    pieces,
    size_of,
    told,
)
from lagr_gui.extensions.programs.languages.syntax import Syntax
from lagr_gui.extensions.programs.languages.telling import usage
from lagr_gui.extensions.programs.languages.translation import Translation
from lagr_gui.foundation.wording import Wording

_KINDS = {"float": "real(dp)", "int": "integer", "Row": "real(dp)", "Counts": "integer"}
UNUSED = "unused"
"""Takes what a function gives where nobody asks for it."""

LONGEST = 110
"""Columns after which a statement goes on in the next line; 132 is what a compiler takes."""


class Fortran(Translation):
    """A program in Fortran, which does not tell capitals from small letters."""

    syntax = Syntax(
        comment="! {}",
        statement="{}",
        if_="if ({test}) then",
        elif_="else if ({test}) then",
        else_="else",
        while_="do while ({test})",
        up="do {name} = {first}, {last}",
        down="do {name} = {first}, {last}, -1",
        close="end if",
        end_function="",
        and_=".and.",
        or_=".or.",
        not_=".not. ",
        unequal="/=",
        index="{array}({index})",
        break_="exit",
        indent="  ",
    )
    reserved = """
    program module contains implicit none integer real logical character complex type end if then
    else do while exit cycle call return function subroutine result use only parameter intent in
    out inout allocatable dimension save data print write read open close stop select case where
    forall interface public private dp parameters defaults outcome mod size rank order scale
    model i8 no_number simulate set_out complain goal impacts struck prepare answer print_state
    self_test derive advance asked solve found length i j k s x y f d r l b
    """
    blind = True
    functions: ClassVar = {"fabs": "abs"}
    lacks = ("log2",)
    cast = "real({}, dp)"

    def line(self, text: str = "") -> None:
        """One line, or several where it is long."""
        indent = self.syntax.indent * self.depth
        room = LONGEST - len(indent)
        pieces = [text] if text.startswith("!") else continued(text, room)
        for piece in pieces:
            super().line(piece)

    def head(self) -> None:
        """Comment and parameters."""
        for text in self.about():
            self.comment(text)
        self.block(self.answering(_ASKED))
        self.block(
            "module model\nuse, intrinsic :: ieee_arithmetic\nimplicit none\n"
            "integer, parameter :: dp = selected_real_kind(15), i8 = selected_int_kind(18)\n"
            "real(dp), parameter :: no_number = transfer(9221120237041090560_i8, 1.0_dp)"
        )
        self.line()
        self.line("! The parameters, with their values in the model.")
        self.line("type parameter_record")
        for place, entry in enumerate(self.program.parameters):
            name = self.names.of("parameter", place)
            self.comment(told(entry))
            self.line(f"  real(dp) :: {name} = {self.number(entry.value)}")
        self.line("end type parameter_record")
        self.block(_INTERFACE)
        self.line()

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            parts = [value[k : k + _PART] for k in range(0, len(value), _PART)] or [(0.0,)]
            names = [f"{name}_{k}" for k in range(1, len(parts) + 1)] if len(parts) > 1 else [name]
            for name_of_part, part in zip(names, parts, strict=True):
                self._row(name_of_part, part)
            if len(parts) > 1:
                whole = f"real(dp), parameter :: {name}(0:{len(value) - 1})"
                self.line(f"{whole} = [{', '.join(names)}]")
        elif isinstance(value, int):
            self.line(f"integer, parameter :: {name} = {value}")
        else:
            assert isinstance(value, float)
            self.line(f"real(dp), parameter :: {name} = {self.number(value)}")

    def _row(self, name: str, values: tuple[float, ...]) -> None:
        kind = "integer" if all(isinstance(x, int) for x in values) else "real(dp)"
        rows = self.numbers(values)
        self.lines.append(f"{kind}, parameter :: {name}(0:{len(values) - 1}) = [ &")
        self.lines += [f"    {row}, &" for row in rows[:-1]]
        self.lines += [f"    {rows[-1]}]"]

    def number(self, value: float) -> str:
        if isinstance(value, int):
            return str(value)
        return f"{value!r}_dp"

    def entry(self, value: float) -> str:
        """A number of a row; functions of IEEE arithmetic may not stand in constants."""
        return "no_number" if math.isnan(value) else self.number(value)

    def named(self, name: str) -> str:
        special = {"INFINITE": "ieee_positive_inf", "NOT_A_NUMBER": "ieee_quiet_nan"}
        return f"ieee_value(1.0_dp, {special[name]})" if name in special else name

    def text(self) -> str:
        self.head()
        for name, value in self.source.constants.items():
            self.constant(name, value)
        self.line("contains")
        for function in self.source.functions:
            self.line()
            self.define(function)
        self.tail()
        return "\n".join(self.lines).rstrip() + "\n"

    def opening(self, function: ast.FunctionDef) -> str:
        names = ", ".join(name for name, _, _ in self.parameters(function))
        if gives := self.gives(function):
            sort = _KINDS[gives]
            self._outcome = sort
            return f"function {function.name}({names}) result(outcome)"
        return f"subroutine {function.name}({names})"

    def begin(self, function: ast.FunctionDef) -> None:
        for name, kind, changed in self.parameters(function):
            row = "(0:*)" if kind in ("Row", "Counts") else ""
            intent = "inout" if changed else "in"
            self.line(f"{_KINDS[kind]}, intent({intent}) :: {name}{row}")
        if gives := self.gives(function):
            self.line(f"{_KINDS[gives]} :: outcome")
        for name, kind, value in declared(function):
            row = kind in ("Row", "Counts")
            length = f"(0:{size_of(value, self.source.constants) - 1})" if row else ""
            self.line(f"{_KINDS[kind]} :: {name}{length}")
        calls = [n.value for n in ast.walk(function) if isinstance(n, ast.Expr)]
        if any(isinstance(c, ast.Call) and self.gives(self._called(c)) for c in calls):
            self.line(f"real(dp) :: {UNUSED}")
        if names := counters(function):
            self.line(f"integer :: {', '.join(names)}")

    def _called(self, call: ast.Call) -> ast.FunctionDef:
        assert isinstance(call.func, ast.Name)
        return self.by_name[call.func.id]

    def define(self, function: ast.FunctionDef) -> None:
        super().define(function)
        self.lines.pop()
        sort = "function" if self.gives(function) else "subroutine"
        self.line(f"end {sort} {function.name}")

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            self.put(f"{name} = 0")
        else:
            self.put(f"{name} = {self.value(value)}")

    def leave(self, value: ast.expr | None) -> None:
        if value is not None:
            self.put(f"outcome = {self.value(value)}")
        self.put("return")

    def nested(self, head: str, body: Sequence[ast.stmt], close: bool = True) -> None:
        super().nested(head, body, False)
        if close:
            self.line("end do")

    def write(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            word = f"{UNUSED} =" if self.gives(self._called(statement.value)) else "call"
            self.put(f"{word} {self.value(statement.value)}")
            return
        super().write(statement)

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if name == "pow":
            base, exponent = map(self.value, arguments)
            return f"(({base})**({exponent}))"
        if name == "floor":
            return f"real(floor({self.value(arguments[0])}, i8), dp)"
        return super().call(name, arguments)

    def expression(self, node: ast.expr) -> tuple[str, int]:
        text, level = super().expression(node)
        # No two operators may stand beside each other.
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"({text})", 9
        return text, level

    def _told(self, words: Wording) -> str:
        """Statements that print a line."""
        texts = [piece.replace("'", "''") for piece in pieces(words, _PIECE)]
        lines = [f"  write (*, '(a)', advance='no') '{text}'" for text in texts]
        return "\n".join([*lines, "  print '(a)', ''"])

    def tail(self) -> None:
        """The parameters put in, and what is run."""
        self.line()
        self.line("! The constants c of all functions, for values of the parameters.")
        self.line("subroutine prepare(p, c)")
        self.line("  type(parameter_record), intent(in) :: p")
        self.line("  real(dp), intent(inout) :: c(0:*)")
        for place in range(len(self.program.parameters)):
            self.line(f"  c({place}) = p%{self.names.of('parameter', place)}")
        self.line("  call derive(c)")
        self.line("end subroutine prepare")
        parts = {
            "HEAD": self._told(self.columns),
            "IMPACT_HEAD": self._told(self.impact_columns),
            "TEXT": "\n".join(map(self._told, usage(self.program))),
            "FOUND": ", found" if self.program.shown else "",
        }
        self.block(filled(self.answering(_MAIN), parts))


_PART = 500
"""Numbers of a row in one statement, which may go on in 255 lines."""

_PIECE = 45
"""Bytes of a text in one statement: all of them may be doubled, and a line has 132."""

_ASKED = """
!
! gfortran -O2 FILE.f90 && ./a.out  the motion as a table
@OPTION@
! ./a.out @LINE@
@END@
"""

_INTERFACE = """
abstract interface
  function asked(c, t, q, v, u, found) result(outcome)
    import :: dp
    real(dp), intent(in) :: c(0:*), t, q(0:*), v(0:*), u(0:*)
    real(dp), intent(inout) :: found(0:*)
    integer :: outcome
  end function asked
end interface
"""


def continued(text: str, room: int) -> list[str]:
    """A statement on lines that are no longer than this; a word without end is cut within."""
    lines: list[str] = []
    lead = ""
    while len(lead) + len(text) > room:
        cut = text.rfind(" ", 1, room - len(lead))
        if cut > 0:
            lines.append(f"{lead}{text[:cut]} &")
            text, lead = text[cut + 1 :], "    "
        else:
            cut = room - len(lead)
            lines.append(f"{lead}{text[:cut]}&")
            text, lead = text[cut:], "    &"
    return [*lines, lead + text]


_MAIN = r"""

subroutine print_state(c, t, y)
  real(dp), intent(in) :: c(0:*), t, y(0:2 * N@STATES@ - 1)
  real(dp) :: energy(0:2)
@SHOWN@
  real(dp) :: u(0:N - 1), found(0:SHOWN - 1)
@END@
  call energies(c, t, y(0:N - 1), y(N:2 * N@STATES@ - 1), energy)
@SHOWN@
  call inputs(c, t, y(0:N - 1), y(N:2 * N@STATES@ - 1), u)
  if (outputs(c, t, y(0:N - 1), y(N:2 * N@STATES@ - 1), u, found) /= 0) then
    found = ieee_value(1.0_dp, ieee_quiet_nan)
  end if
@END@
  print '(*(es24.16e3, :, ","))', t, y, energy(0), energy(1), energy(0) + energy(1)@FOUND@
end subroutine print_state

! The start of a motion and its clock; the motion up to a time, through all impacts, or why not.
function set_out(c, clock, y) result(status)
  real(dp), intent(in) :: c(0:*)
  real(dp), intent(out) :: clock(0:CLOCK_SIZE - 1), y(0:2 * N@STATES@ - 1)
  integer :: status
  y = START_STATE
  clock = 0
  clock(0) = START_TIME
  clock(3) = 0.5_dp
  status = take_up(c, clock, y)
end function set_out

subroutine complain(status, clock)
  integer, intent(in) :: status
  real(dp), intent(in) :: clock(0:*)
  character(len=72), parameter :: trouble(*) = [character(len=72) :: &
@TROUBLE@
    @WORDS@, &
@END@
    ""]

  if (status /= 0) then
    write (0, '(a, es16.9, 3a)') "At t = ", clock(0), " s: ", trim(trouble(status)), "."
  end if
end subroutine complain

function simulate(c, until, points, rtol, atol) result(status)
  real(dp), intent(in) :: c(0:*), until, rtol, atol
  integer, intent(in) :: points
  integer :: status, i
  real(dp) :: y(0:2 * N@STATES@ - 1), clock(0:CLOCK_SIZE - 1), goal
  status = set_out(c, clock, y)
@HEAD@
  if (status == 0) call print_state(c, START_TIME, y)
  do i = 1, points - 1
    if (status /= 0) exit
    goal = START_TIME + (until - START_TIME) * i / (points - 1)
    status = advance(c, clock, y, goal, rtol, atol)
@STRUCK@
    do while (status < 0)
      status = advance(c, clock, y, goal, rtol, atol)
    end do
@END@
@STOPS@
    if (status == STOPPED) then
      call print_state(c, clock(0), y)
      status = 0
      return
    end if
@END@
    if (status == 0) call print_state(c, clock(0), y)
  end do
  call complain(status, clock)
end function simulate
@STRUCK@

function impacts(c, until, rtol, atol) result(status)
  real(dp), intent(in) :: c(0:*), until, rtol, atol
  integer :: status
  real(dp) :: y(0:2 * N@STATES@ - 1), clock(0:CLOCK_SIZE - 1)
  status = set_out(c, clock, y)
@IMPACT_HEAD@
  if (status == 0) status = advance(c, clock, y, until, rtol, atol)
  do while (status < 0)
    print '(*(es24.16e3, :, ","))', clock(0), clock(AT_IMPULSES:AT_IMPULSES + LIMITS - 1), &
      clock(AT_LOSS), y(0:N - 1), clock(AT_BEFORE:AT_BEFORE + N - 1), y(N:2 * N@STATES@ - 1)
    status = advance(c, clock, y, until, rtol, atol)
  end do
@STOPS@
  if (status == STOPPED) status = 0
@END@
  call complain(status, clock)
end function impacts
@END@

! What is asked of states t, q, v, one a line, as they come in.
subroutine answer(c, solve, length)
  real(dp), intent(in) :: c(0:*)
  procedure(asked) :: solve
  integer, intent(in) :: length
  real(dp) :: x(0:2 * N@STATES@), found(0:length - 1), u(0:N - 1)
  integer :: trouble
  u = 0
  do
    read (*, *, iostat=trouble) x
    if (trouble /= 0) exit
    if (solve(c, x(0), x(1:N), x(N + 1:2 * N@STATES@), u, found) /= 0) then
      found = ieee_value(1.0_dp, ieee_quiet_nan)
    end if
    print '(*(es24.16e3, :, ","))', found
  end do
end subroutine answer
end module model

program main
  use model
  implicit none
  real(dp) :: c(0:max(CONSTANTS, 1) - 1), until, rtol, atol, worst, value
  integer :: points, spot, status
@STRUCK@
  logical :: struck
@END@
  character(len=64) :: word, next
  type(parameter_record) :: p
  until = END_TIME
  rtol = RELATIVE
  atol = ABSOLUTE
  points = 101
@STRUCK@
  struck = .false.
@END@
  call prepare(p, c)
  spot = 1
  do while (spot <= command_argument_count())
    call get_command_argument(spot, word)
    call get_command_argument(spot + 1, next)
    select case (word)
    case ("--help")
@TEXT@
      stop
    case ("--self-test")
      worst = self_test(c)
      print '(a, es9.2, a)', "largest relative deviation: ", worst, " (at most 1e-9)"
      if (.not. worst <= 1e-9_dp) error stop 1
      stop
@EACH@
    case ("--@NAME@")
      call answer(c, @FUNCTION@, @SIZE@)
      stop
@END@
@STRUCK@
    case ("--impacts")
      struck = .true.
      spot = spot - 1
@END@
    case ("--until", "--points", "--rtol", "--atol")
      if (spot == command_argument_count()) call unknown(word)
      read (next, *, iostat=status) value
      if (status /= 0) call unknown(next)
      if (word == "--until") until = value
      if (word == "--points") points = int(value)
      if (word == "--rtol") rtol = value
      if (word == "--atol") atol = value
    case default
      call unknown(word)
    end select
    spot = spot + 2
  end do
@STRUCK@
  if (struck) then
    status = impacts(c, until, rtol, atol)
    if (status /= 0) error stop 1
    stop
  end if
@END@
  status = simulate(c, until, max(points, 2), rtol, atol)
  if (status /= 0) error stop 1
contains
  subroutine unknown(what)
    character(len=*), intent(in) :: what
    write (0, '(3a)') "unknown: ", trim(what), "; --help lists the options"
    error stop 64
  end subroutine unknown
end program main
"""
