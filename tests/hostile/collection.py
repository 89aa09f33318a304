"""The collection: hostile and damaged inputs for every reader, made by hand and by a generator."""

from __future__ import annotations

import json
from typing import Any

from lagr_gui.foundation.resource import sample_models
from tests.hostile.changes import damaged, other_values
from tests.model.hostile import FILES, SOUND
from tests.model.test_hostile import STATES

Cases = dict[str, bytes]


def models() -> Cases:
    """Model files."""
    text = json.dumps(SOUND)
    made: Cases = {
        "empty bodies": b'{"format": "lagr-model", "version": 1, "bodies": ['
        + b"{}," * 19_999
        + b"{}]}",
        "more bodies than any": _bodies(b"{}," * 3_000_000 + b"{}"),
        "nested lists": _bodies(b"[],[[]]," * 1_000_000 + b"[]"),
        "numbers": _bodies(b"0," * 4_900_000 + b"0"),
        "keys": b'{"format": "lagr-model", "version": 1,'
        + b",".join(b'"k%d": 0' % n for n in range(500_000))
        + b"}",
        "long name": _renamed("n" * 1_000_000),
        "all names alike": _alike(3000),
        "names that nearly agree": _nearly(1500),
        "circle of parameters": _circle(3000),
        "unknown in all": _unknown(1500),
        "twenty thousand faults": b'{"format": "lagr-model", "version": 1, "elements": ['
        + b",".join(b'{"name": "e%d", "kind": "sprung"}' % n for n in range(20_000))
        + b"]}",
        "long numbers": _bodies(b"1" * 4_000_000),
        "long fraction": _renamed("f").replace(b'"m"', b"0." + b"1" * 1_000_000),
    }
    return FILES | made | other_values(SOUND, 108, 1) | damaged(text.encode(), 40, 2)


def _bodies(entries: bytes) -> bytes:
    return b'{"format": "lagr-model", "version": 1, "bodies": [' + entries + b"]}"


def _renamed(name: str) -> bytes:
    return json.dumps({**SOUND, "name": name}).encode()


def _listed(section: str, entries: list[dict[str, Any]], **more: Any) -> bytes:
    return json.dumps({"format": "lagr-model", "version": 1, section: entries, **more}).encode()


def _alike(count: int) -> bytes:
    return _listed("parameters", [{"name": "a", "value": 1}] * count)


def _nearly(count: int) -> bytes:
    entries = [{"name": f"{'ab' * 40}{n}", "value": f"{'ab' * 40}{n}x"} for n in range(count)]
    return _listed("parameters", entries)


def _circle(count: int) -> bytes:
    entries = [{"name": f"p{n}", "value": f"p{(n + 1) % count}"} for n in range(count)]
    return _listed("parameters", entries)


def _unknown(count: int) -> bytes:
    springs = [
        {"name": f"s{n}", "kind": "coordinate_spring", "coordinate": f"Q{n}"} for n in range(count)
    ]
    bodies = [{"number": n} for n in range(1, count + 1)]
    joints = [
        {"name": f"j{n}", "kind": "revolute", "parent": 0, "child": n, "coordinates": [f"q{n}"]}
        for n in range(1, count + 1)
    ]
    return _listed("elements", springs, bodies=bodies, joints=joints)


def decks() -> Cases:
    """Card decks."""
    sound = next(p for p in sample_models()[0].parent.glob("*.deck")).read_bytes()
    made: Cases = {
        "empty": b"",
        "model file": json.dumps(SOUND).encode(),
        "binary": bytes(range(256)) * 100,
        "open string": b"2 '" + b"A" * 100_000,
        "brackets": b"2, '" + b"(" * 1900 + b"'",
        "powers": b"2, '9**9**9**9**9'",
        "numbers": b"1," * 149_000,
        "nines": b"9" * 100_000,
        "commas": b"," * 290_000,
        "blank cards": b" \n" * 149_000,
        "too large": b"1 " * 1_500_000,
        "minus": b"-1,-1,-1,-1",
        "bits": b"'1'B " * 59_000,
    }
    return made | damaged(sound, 60, 3)


def tables() -> Cases:
    """Tables of a motion, the name with its ending."""
    text = b"t,q1,q2\n" + b"".join(b"%d,0.%d,1e-3\n" % (n, n) for n in range(40))
    data = {"t": [0, 1, 2], "q1": [0.0, 0.5, 1.0], "q2": [1, 2, 3]}
    made: Cases = {
        "one row.csv": b"t",
        "empty.csv": b"",
        "new lines.csv": b"\n" * 5_000_000,
        "commas.csv": b"," * 5_000_000,
        "long field.csv": b't,q1\n0,"' + b"x" * 1_000_000,
        "zeros.csv": b"\0" * 1_000_000,
        "large.csv": b"t,q1\n" + b"0,0\n" * 2_400_000,
        "numbers.csv": b"t,q1,q2,q3\n" + b"0,1,2,3\n" * 249_000,
        "too large.csv": b"t,q1\n" + b"0,0\n" * 3_000_000,
        "underscore.csv": b"t,q1\n0,1_000\n1,2\n",
        "other digits.csv": "t,q1\n0,１\n1,2\n".encode(),
        "nan.csv": b"t,q1\n0,nan\n1,inf\n",
        "code.csv": b"t,q1\n0,__import__('os').system('touch hacked')\n",
        "heads.csv": b"t," + b",".join(b"q%d" % n for n in range(30_000)) + b"\n",
        "same heads.csv": b"t," + b"q," * 19_000 + b"q\n",
        "lists.json": b'{"t": ' + b"[" * 100_000,
        "nan.json": b'{"t": [NaN], "q1": [0]}',
        "many.json": b'{"t": [' + b"0," * 4_900_000 + b"0]}",
        "twice.json": b'{"t": [0], "t": [1]}',
        "truth.json": b'{"t": [true], "q1": [false]}',
    }
    made |= {f"{name}.csv": content for name, content in damaged(text, 30, 4).items()}
    return made | {f"{n}.json": c for n, c in other_values(data, 24, 5).items()}


def states() -> Cases:
    """Files of states."""
    data = [{"t": 0, "q": [0, 0], "qd": [0, 0]}, {"t": 1, "q": {"q1": 1}, "qd": {"q2": 1}}]
    made: Cases = {
        "lists": b"[" + b"[]," * 3_300_000 + b"[]]",
        "states": b"[" + b'{"t":0},' * 250_000 + b'{"t":0}]',
        "numbers": b'[{"q": [' + b"0.5," * 2_400_000 + b"0]}]",
        "too large": b" " * 10_000_001,
    }
    made |= {name: text.encode() for name, text in STATES.items()}
    return made | other_values(data, 36, 6) | damaged(json.dumps(data).encode(), 16, 7)


def settings() -> Cases:
    """What the program remembers of its user."""
    data = {
        "recent": ["/tmp/a.lagr", "/tmp/b.lagr"],
        "folder": "/tmp",
        "language": "de",
        "theme": "",
    }
    made: Cases = {
        "pickle": b"\x80\x04\x95\x1b\x00\x00\x00cos\nsystem\n(S'touch hacked'\ntR.",
        "deep": b"[" * 900_000,
        "list": b"[]",
        "variant of Qt": b"[General]\nrecent=@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\xePyQt_PyObject)",
        "large": b'{"recent": [' + b'"a",' * 240_000 + b'"a"]}',
        "too large": b" " * 1_000_001,
        "digits": b'{"folder": ' + b"9" * 5000 + b"}",
    }
    return made | other_values(data, 18, 8) | damaged(json.dumps(data).encode(), 12, 9)


def recent() -> Cases:
    """Names of recent files."""
    names: dict[str, list[Any]] = {
        "no text": [1, None, {"a": 1}, ["/tmp"]],
        "too long": ["/" + "x" * 5000],
        "deep": ["/" + "a/" * 3000],
        "zero": ["/tmp/a\0b"],
        "half a character": ["/tmp/\ud800"],
        "device": ["/dev/zero", "/dev/stdin"],
        "folder": ["/", "/proc/self"],
        "relative": ["", ".", "..", "~"],
        "address": ["file:///etc/passwd", "\\\\host\\share", "http://localhost/a.lagr"],
        "many": ["/tmp/a.lagr"] * 20_000,
    }
    return {name: json.dumps({"recent": entries}).encode() for name, entries in names.items()}


def recovered() -> Cases:
    """Drawings that a program left behind."""
    head = {"drawing": "ab12", "path": "/tmp/a.lagr", "seen": "", "name": "A"}
    sound = json.dumps(head).encode() + b"\n" + json.dumps(SOUND).encode()
    made: Cases = {
        "no head": json.dumps(SOUND).encode(),
        "only a head": json.dumps(head).encode() + b"\n",
        "long head": b'{"drawing": "' + b"x" * 1_000_000 + b'"}\n',
        "pickle": b"\x80\x04\x95\x1b\x00\x00\x00cos\nsystem\n(S'touch hacked'\ntR.",
        "too large": json.dumps(head).encode() + b"\n" + b" " * 11_000_000,
    }
    heads = {
        f"head: {name}": content + b"\n" + json.dumps(SOUND).encode()
        for name, content in other_values(head, 18, 10).items()
    }
    return made | heads | damaged(sound, 24, 11)


def translations() -> Cases:
    """Files of words in another language."""
    data = {"Open": "Öffnen", "{n} bodies": "{n} Körper", "“{title}” has changes.": "„{title}“ …"}
    made: Cases = {
        "gaps": b'{"{n} bodies": "{n.__class__.__mro__} {0} {", "Open": "{x!r:>1000000000}"}',
        "list": b"[1, 2]",
        "numbers": b'{"Open": 3}',
        "deep": b"[" * 300_000,
        "UTF-16": json.dumps(data).encode("utf-16"),
        "too large": b" " * 10_000_001,
    }
    return made | other_values(data, 18, 12) | damaged(json.dumps(data).encode(), 12, 13)


COLLECTION = {
    "model": models,
    "deck": decks,
    "table": tables,
    "states": states,
    "settings": settings,
    "recent": recent,
    "recovery": recovered,
    "translation": translations,
}
"""The cases of each reader."""
