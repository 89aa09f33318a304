"""An oracle that shares no code with the program: Newton and Euler in maximal coordinates.

It reads the text of a model file by itself (`document`, `language`), cuts every body free, and
solves for accelerations, reactions and multipliers at once (`bodies`, `equations`).  Derivatives
are exact (`jets`).  `comparison` holds the program's documented face against it.

Not covered: circuits (`tests/circuits` has an oracle of its own), beams with eigenfunctions or
functions of the user, and limits in contact.
"""
