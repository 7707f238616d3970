"""Word squares: words across and words down."""

from everyway.models import Board, Model, ModelError, allowed, known, puzzle, rule

WORDS = (
    "able acid acre aged also area army away baby back ball band bank base bath bear beat been"
    " bird blue boat body bone book both card care cart case city coal cold come cool deal dear"
    " deep door dare each earn east easy edge else even ever eyes face fact fair fall farm fast"
    " game gate gave girl give gold gone good hair half hall hand hard have head hear idea inch"
    " into iron item keep kind king knee lady land lane last lead leaf less line lion live long"
    " made mail make mean meat nail name near neck need nest news oath ogre open oven over paid"
    " pain park part past race rain rare rear read real rest ring road rose sale salt sand save"
    " seat sets stem tale tear tend tent tree vase wear west wind year yard"
)


@puzzle(
    known("counted by two programs", top={"": 86, "base": 4, "king": 1}),
    known("counted by two programs", top="", double=True, count=96),
    known("by hand", words="ab ba", top="", double=True, count=2),
    known("by hand", words="aa ab ba", top="", count=5),
)
def word_squares(words: str = WORDS, top: str = "base", double: bool = False) -> Model:
    """A word square: every row is a word from the list, and so is every column.

    In an ordinary square the same words stand across and down, the first row being the first
    column, and so on; in a `double` one each row and each column is any word of the list. The
    words are of one length, which is the size of the square. The first row is `top`, or any word
    where that is empty.

    Source: H. E. Dudeney, The World's Best Word Puzzles (1925).
    """
    found = [word.lower() for word in words.split()]
    size = len(found[0]) if found else 0
    if not found or any(len(word) != size for word in found):
        raise ModelError("word_squares needs words of one length with spaces between them")
    if top and len(top) != size:
        raise ModelError(f"word_squares has top = {top!r}; write a word of {size} letters")
    board = Board(size)
    letter = board.fill(sorted(set("".join([*found, top.lower()]))), "letter")
    rows = [members for _, members in letter.over(board.rows)]
    columns = [members for _, members in letter.over(board.columns)]
    return Model(
        f"word square of {size}×{size}",
        letter,
        # Each row is a word,
        rule("words across", (allowed(row, map(tuple, found)) for row in rows)),
        # and each column.
        rule("words down", (allowed(column, map(tuple, found)) for column in columns)),
        # The same words stand across and down.
        []
        if double
        else rule(
            "across as down",
            (letter[s] == letter[s.column, s.row] for s in board.open if s.row < s.column),
        ),
        # The first row is given.
        [rule("top", (cell == mark for cell, mark in zip(rows[0], top.lower(), strict=True)))]
        if top
        else [],
    )
