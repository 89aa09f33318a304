"""Extensions: each folder adds to the program what its `EXTENSION` says; nothing below knows them.

A folder holds code, tests, German words (`german/`) and a page of documentation.  Without it the
program works, and so do the tests of the rest.
"""
