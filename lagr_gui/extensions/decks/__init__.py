"""Card decks of LAGR: reading, writing, and results the way LAGR listed them."""

from lagr_gui.extension import Export, Extension, Import, Question

EXTENSION = Extension(
    "decks",
    exports=(
        Export(
            "deck", "Card deck of LAGR…", (".deck",), f"{__name__}.deck:deck", ("model", "reading")
        ),
    ),
    imports=(
        Import(
            "deck",
            "LAGR card deck",
            (".deck", ".lagr-deck"),
            f"{__name__}.deck:import_deck",
            r"\A\s*[0-9]",
            (".txt",),
            most=300_000,
        ),
    ),
    questions={
        "listing": Question(f"{__name__}.questions", 2),
        "write_deck": Question(f"{__name__}.questions"),
    },
)
