"""Programs that run by themselves: a system written out for other languages.

`describe` makes one description of a system, which knows no language; `written` writes it in
one of `LANGUAGES`.  docs/programs.md says what is in such a file.
"""
