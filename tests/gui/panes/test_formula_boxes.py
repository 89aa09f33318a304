"""Formulas on a page: their boxes do not overlap, and stand on common baselines."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt

from lagr_gui.expression.letters import MARK
from lagr_gui.gui.typesetting.flow import (
    EDGE,
    FIRST,
    HIGH,
    LEFT,
    NUMBER,
    STEP,
    WIDE,
    FlowView,
    Laid,
    Piece,
    Row,
    folds,
    led_to,
    triangle,
)
from lagr_gui.gui.typesetting.typesetter import LONGEST, Typesetter

FORMULAS = (
    "x",
    "+ m g l sin(q_1)",
    "- frac(1, 2) m_2 l^2",
    "+ sqrt(frac(a + b, c))",
    "+ mat(1, 0; 0, 1; a, b)",
    "+ integral_0^1 rho dif xi",
    "+ dot.double(q)_12",
    "- (x_1 + x_2 + x_3 + x_4 + x_5)",
)
WIDTHS = (260, 420, 700, 1300)


@pytest.fixture(scope="module")
def typesetter(qapp: Any) -> Typesetter:
    found = Typesetter()
    found.set(["=", *(f"q_{number}" for number in range(1, 9)), *FORMULAS])
    return found


def rows(seed: int) -> list[Row]:
    """Rows with random pieces, some of them further in."""
    source = random.Random(seed)
    found: list[Row] = []
    for number in range(1, 9):
        pieces = tuple(Piece(source.choice(FORMULAS), term) for term in range(source.randint(1, 9)))
        sources = tuple((f"body:{piece.term}",) for piece in pieces)
        found.append(Row(f"q_{number}", pieces, "4.21", sources, level=source.randint(0, 2)))
    found.insert(3, Row(title="Kinetic energy"))
    found.insert(6, Row(text=("One line of words.", "Another one.")))
    return found


LayOut = Callable[..., FlowView]


@pytest.fixture
def laid_out(typesetter: Typesetter, qtbot: Any) -> Iterator[LayOut]:
    """Makes pages of a width with random rows, on which everything is set."""
    pages: list[FlowView] = []

    def made(width: int, seed: int = 0) -> FlowView:
        page = FlowView(typesetter)
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(width, 4000)
        page.show()
        page.show_rows(rows(seed))
        qtbot.waitUntil(lambda: page.settled and len(page._laid) == len(page.rows))
        return page

    yield made
    pages.clear()


def boxes(laid: Laid) -> list[QRectF]:
    return [place for _, place, _ in laid.places]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", range(3))
def test_no_two_boxes_overlap(laid_out: LayOut, width: int, seed: int) -> None:
    page = laid_out(width, seed)
    every = [box for laid in page._laid for box in boxes(laid)]
    assert len(every) > 20
    for one, other in itertools.combinations(every, 2):
        assert not one.adjusted(0.01, 0.01, -0.01, -0.01).intersects(other)


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_follow_one_another(laid_out: LayOut, width: int) -> None:
    page = laid_out(width)
    for above, below in itertools.pairwise(page._laid):
        assert below.top >= above.top + above.height
    for laid in page._laid:
        for box in boxes(laid):
            assert laid.top - 0.01 <= box.top()
            assert box.bottom() <= laid.top + laid.height + 0.01


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", range(3))
def test_all_pieces_of_a_line_stand_on_one_baseline(
    typesetter: Typesetter, laid_out: LayOut, width: int, seed: int
) -> None:
    page = laid_out(width, seed)
    for laid in page._laid:
        for number, (top, bottom, end) in enumerate(laid.lines):
            line = [own for own in laid.places if top - 0.01 <= own[1].top() < bottom]
            levels: set[float] = set()
            for piece, box, _ in line:
                picture = typesetter.known(piece.formula)
                assert picture is not None
                assert (box.width(), box.height()) == (picture.width, picture.height)
                levels.add(round(box.top() + picture.baseline, 6))
            assert len(levels) == 1
            assert end == pytest.approx(max(box.right() for _, box, _ in line))
            if number == 0:
                assert levels == {round(laid.baseline, 6)}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_piece_stands_in_its_order_and_inside_the_page(laid_out: LayOut, width: int) -> None:
    """Only a piece that is wider than a line may reach farther than the page."""
    page = laid_out(width)
    for row, laid in zip(page.rows, page._laid, strict=True):
        assert tuple(piece for piece, _, _ in laid.places) == row.pieces
        begin = laid.begin
        least = (80.0 if row.head else FIRST) + STEP * row.level
        assert begin >= least or not row.pieces
        right = max(page.viewport().width() - (NUMBER if row.number else EDGE), begin + 160)
        for (_, before, _), (_, after, _) in itertools.pairwise(laid.places):
            assert after.left() > before.right() or after.top() >= before.bottom()
        for _, box, _ in laid.places:
            assert box.left() >= begin - STEP, "signs stand below that of equality"
            assert box.right() <= right + 0.01 or box.left() <= begin + STEP + 0.01


@pytest.mark.parametrize("seed", range(3))
def test_a_wider_page_needs_no_more_lines(laid_out: LayOut, seed: int) -> None:
    counts = []
    for width in WIDTHS:
        page = laid_out(width, seed)
        counts.append([len(laid.lines) for laid in page._laid])
    for narrow, wide in itertools.pairwise(counts):
        assert all(a >= b for a, b in zip(narrow, wide, strict=True))
    assert sum(counts[0]) > sum(counts[-1])


def test_a_head_stands_on_the_baseline_of_its_first_line(
    typesetter: Typesetter, laid_out: LayOut
) -> None:
    page = laid_out(700)
    for row, laid in zip(page.rows, page._laid, strict=True):
        picture = typesetter.known(row.head) if row.head else None
        if picture:
            assert laid.head.y() + picture.baseline == pytest.approx(laid.baseline)
            assert laid.head.x() == LEFT + STEP * row.level
            assert laid.head.x() + picture.width < 80 + STEP * row.level


@pytest.mark.parametrize("width", WIDTHS)
def test_the_number_of_a_row_covers_no_formula(laid_out: LayOut, width: int) -> None:
    page = laid_out(width, 1)
    for row, laid in zip(page.rows, page._laid, strict=True):
        if row.number:
            place = laid.number_box(page.viewport().width(), NUMBER)
            assert place.width() == NUMBER
            assert not any(place.adjusted(0.01, 0, 0, 0).intersects(box) for box in boxes(laid))


# --- one formula ------------------------------------------------------------------------------


def size(typesetter: Typesetter, formula: str) -> tuple[float, float, float]:
    """Width, what is above the baseline, and what is below."""
    typesetter.set([formula])
    picture = typesetter.known(formula)
    assert picture is not None
    return picture.width, picture.baseline, picture.height - picture.baseline


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_baseline_lies_within_a_formula(typesetter: Typesetter, formula: str) -> None:
    width, above, below = size(typesetter, formula)
    assert width > 3 and above > 3 and below > -3


def test_what_stands_on_the_line_hangs_below_it_or_rises_above_is_told(
    typesetter: Typesetter,
) -> None:
    x, y, b, half = (size(typesetter, formula) for formula in ("x", "y", "b", "frac(x, y)"))
    assert y[2] > x[2] + 1  # y has a descender
    assert b[1] > x[1] + 1  # b has an ascender
    assert half[1] > x[1] + 4 and half[2] > x[2] + 4


def test_widths_of_letters_side_by_side_add_up(typesetter: Typesetter) -> None:
    one, two, four = (size(typesetter, " ".join("x" * n))[0] for n in (1, 2, 4))
    assert four - two == pytest.approx(2 * (two - one), abs=0.05)


def test_a_formula_that_is_broken_says_so_and_spoils_no_other(typesetter: Typesetter) -> None:
    typesetter.set(["a_7", "frac(1", "b_7"])
    pictures = [typesetter.known(formula) for formula in ("a_7", "frac(1", "b_7")]
    assert all(picture is not None and picture.width > 3 for picture in pictures)
    alone = Typesetter()
    alone.set(["a_7"])
    known = alone.known("a_7")
    assert known is not None and pictures[0] is not None
    assert known.width == pytest.approx(pictures[0].width)


def test_a_formula_that_nobody_reads_is_not_set(typesetter: Typesetter) -> None:
    long = "x + " * LONGEST + "x"
    assert size(typesetter, long)[0] < 500


def test_marked_names_are_found_where_they_stand(typesetter: Typesetter) -> None:
    formula = f'x x x x + {MARK}("q_1", q_1) + x + {MARK}("q_2", q_2)'
    typesetter.set([formula])
    picture = typesetter.known(formula)
    assert picture is not None
    assert list(dict.fromkeys(name for name, _ in picture.names)) == ["q_1", "q_2"]
    whole = QRectF(0, 0, picture.width, picture.height).adjusted(-2, -2, 2, 2)
    assert all(whole.contains(place) for _, place in picture.names)
    first, second = (
        max((place for own, place in picture.names if own == name), key=QRectF.width)
        for name in ("q_1", "q_2")
    )
    assert first.right() < second.left()
    for name, place in (("q_1", first), ("q_2", second)):
        found = picture.name_at(place.center())
        assert found is not None and found[0] == name
        assert found[1].contains(place.center())
    assert picture.name_at(QPointF(1, picture.baseline)) is None
    between = (first.right() + second.left()) / 2
    assert picture.name_at(QPointF(between, picture.baseline)) is None


# --- rows that unfold -------------------------------------------------------------------------

TREE = [
    Row("a", level=0, unfolded=True),
    Row("b", level=1),
    Row("c", level=1, unfolded=True),
    Row("d", level=2),
    Row("e", level=1, unfolded=False),
    Row("f", level=0),
    Row("g", level=0, unfolded=False),
]
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down
INTO, OUT = Qt.Key.Key_Right, Qt.Key.Key_Left


@pytest.mark.parametrize(
    ("current", "key", "wanted"),
    [
        (None, DOWN, 0),
        (None, UP, None),
        (None, INTO, None),
        (0, DOWN, 2),
        (2, DOWN, 4),
        (4, DOWN, 6),
        (6, DOWN, None),
        (6, UP, 4),
        (0, UP, None),
        (0, INTO, 2),
        (2, INTO, None),
        (4, INTO, None),
        (4, OUT, 0),
        (3, OUT, 2),
        (2, OUT, 0),
        (0, OUT, None),
        (0, Qt.Key.Key_Space, None),
    ],
)
def test_arrows_lead_from_triangle_to_triangle(
    current: int | None, key: Qt.Key, wanted: int | None
) -> None:
    assert led_to(TREE, current, key) == wanted


@pytest.mark.parametrize("place", range(len(TREE)))
def test_arrows_fold_what_is_open_and_open_what_is_folded(place: int) -> None:
    unfolded = TREE[place].unfolded
    assert folds(TREE, place, OUT) is (unfolded is True)
    assert folds(TREE, place, INTO) is (unfolded is False)
    assert not folds(TREE, place, UP)


@pytest.mark.parametrize("down", [True, False])
def test_a_triangle_points_to_the_side_or_down(down: bool) -> None:
    at = QPointF(30, 40)
    corners = [corner - at for corner in triangle(at, down)]
    along = [corner.y() if down else corner.x() for corner in corners]
    across = [corner.x() if down else corner.y() for corner in corners]
    assert sorted(along) == [-WIDE, -WIDE, HIGH]
    assert sorted(across) == [-HIGH, 0, HIGH]
    assert across[along.index(HIGH)] == 0
