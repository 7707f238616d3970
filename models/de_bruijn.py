"""De Bruijn sequences: a ring of symbols in which every word can be read once."""

from typing import Literal

from everyway.models import (
    Model,
    all_different,
    allowed,
    counted,
    known,
    puzzle,
    rule,
    total,
    variables,
)
from everyway.models.graphs import circuit
from everyway.models.pictures import at_places


@puzzle(
    known("OEIS A016031", length={1: 1, 2: 1, 3: 2, 4: 16}),
    known("van Aardenne-Ehrenfest and de Bruijn (1951)", symbols=3, length={1: 2, 2: 24}),
    known("OEIS A016031", form="words", length={1: 1, 2: 1, 3: 2, 4: 16}),
    known(
        "van Aardenne-Ehrenfest and de Bruijn (1951)", symbols=3, length=2, form="words", count=24
    ),
    least={"symbols": 1, "length": 1},
)
def de_bruijn(symbols: int = 2, length: int = 3, form: Literal["ring", "words"] = "ring") -> Model:
    """A de Bruijn sequence: a ring of symbols in which each word of a given length comes once.

    The symbols are 0, 1, …; going round the ring 0 0 0 1 0 1 1 1 one reads, at its eight places,
    each of the eight words of three bits once. The ring is cut where it reads only 0.

    Two ways to say it: `ring` has a symbol for each place; `words` says for each word, its
    symbols read as the digits of a number, which one is read one place further.

    Source: N. G. de Bruijn, Proceedings KNAW 49 (1946); OEIS A016031 for two symbols.
    """
    return _by_words(symbols, length) if form == "words" else _by_ring(symbols, length)


def _by_ring(symbols: int, length: int) -> Model:
    size = symbols**length
    ring = variables("ring", size, range(symbols))
    # The word read from place i on, as a number.
    words = [
        total(symbols ** (length - 1 - k) * ring[(i + k) % size] for k in range(length))
        for i in range(size)
    ]
    return Model(
        f"de Bruijn ring of {counted(symbols, 'symbol')}, words of {length}",
        ring,
        at_places([ring], edges=((i, (i + 1) % size) for i in range(size))),
        # The first word consists of 0 alone.
        rule("begins with 0", words[0] == 0),
        # No word is read twice; since there are as many places as words, each is read.
        rule("every word once", all_different(words)),
    )


def _by_words(symbols: int, length: int) -> Model:
    size = symbols**length
    following = variables("next", size, range(size))
    return Model(
        f"de Bruijn circuit of {counted(symbols, 'symbol')}, words of {length}",
        following,
        # A word loses its first symbol and gains one behind the others.
        rule(
            "one place further",
            (
                allowed([after], ([word * symbols % size + symbol] for symbol in range(symbols)))
                for word, after in enumerate(following)
            ),
        ),
        # Going on from word to word, one passes all of them before the first comes again.
        rule("every word once", circuit(following)),
    )
