"""The hash of the model in what is made of it, as each format has room for it."""

from __future__ import annotations

import struct
import zlib

KEY = "model_sha256"
"""What the hash is called in data."""
_HEAD = 33
"""Bytes of a PNG up to the end of its first part, which has to be the first."""


def told(mark: str) -> str:
    """The hash in words."""
    return f"SHA-256 of the model: {mark}"


def headed(text: str, comment: str, mark: str) -> str:
    """A text with its hash in the first line, behind a sign of comments; as it is without one."""
    return f"{comment} {told(mark)}\n{text}" if mark else text


def in_svg(picture: str, mark: str) -> str:
    """A picture in SVG that says its hash to programs."""
    if not mark:
        return picture
    at = picture.index(">", picture.index("<svg")) + 1
    return f"{picture[:at]}<metadata>{told(mark)}</metadata>{picture[at:]}"


def in_png(picture: bytes, mark: str) -> bytes:
    """A picture in PNG with its hash as a text part, which readers list as its comment."""
    if not mark:
        return picture
    body = b"tEXtComment\0" + told(mark).encode("latin-1")
    part = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return picture[:_HEAD] + part + picture[_HEAD:]


def in_typst(markup: str, mark: str = "") -> str:
    """A document of Typst without a date, with its hash as a keyword."""
    words = f', keywords: ("{told(mark)}",)' if mark else ""
    return f"#set document(date: none{words})\n{markup}"
