"""Constructors take terms one by one or as one list, and all of them in one order."""

import pytest

from everyway.models import (
    Model,
    ModelError,
    all_different,
    all_equal,
    all_of,
    among,
    any_of,
    at_least,
    at_most,
    circuit,
    count,
    exactly,
    increasing,
    integer,
    maximum,
    minimum,
    none_of,
    number_of_values,
    product,
    same,
    subcircuit,
    total,
    variables,
    xor,
)

X = variables("x", 3, range(3))
A, B, C = (x == 1 for x in X)
TERMS = [all_different, all_equal, increasing, circuit, subcircuit]
NUMBERS = [total, product, minimum, maximum]
LOGIC = [all_of, any_of, none_of, xor]
EVERY = [*TERMS, *NUMBERS, *LOGIC]


def arguments(function):
    return (A, B, C) if function in LOGIC else tuple(X)


def model(function, *given):
    made = function(*given)
    return Model("m", X, made == 1 if function in NUMBERS else made)


@pytest.mark.parametrize("function", EVERY)
def test_terms_are_given_one_by_one_or_as_one_iterable(function):
    terms = arguments(function)
    expected = model(function, list(terms))
    assert same(model(function, *terms), expected)
    assert same(model(function, (term for term in terms)), expected)
    assert same(model(function, *terms[:2]), model(function, terms[:2]))


@pytest.mark.parametrize("function", EVERY)
def test_two_lists_are_refused(function):
    terms = arguments(function)
    name = function.__name__
    with pytest.raises(ModelError, match=rf"{name} takes one list of terms, not 2; write {name}"):
        function(list(terms), list(terms))


@pytest.mark.parametrize("function", EVERY)
def test_a_list_beside_a_term_is_refused(function):
    terms = arguments(function)
    with pytest.raises(ModelError, match=r"a list beside other terms; write \w+\(\[\*a, x\]\)"):
        function(list(terms), terms[0])


@pytest.mark.parametrize("function", EVERY)
def test_one_term_alone_and_none_are_refused(function):
    with pytest.raises(ModelError, match=f"{function.__name__} takes a list of terms, not x"):
        function(arguments(function)[0])
    with pytest.raises(ModelError, match=f"{function.__name__} takes one list .* not nothing"):
        function()


@pytest.mark.parametrize("function", EVERY)
def test_a_dict_is_not_read_by_its_keys(function):
    with pytest.raises(ModelError, match=rf"{function.__name__}\(d.values\(\)\)"):
        function(dict(enumerate(arguments(function))))


def test_options_stand_behind_the_terms():
    strict = increasing(*X, strict=True)
    assert same(Model("m", X, strict), Model("m", X, increasing(X, strict=True)))


N = integer("n", 0, 3)
OLD_ORDER = {
    "exactly": lambda: exactly(2, X, 1),
    "exactly, a variable": lambda: exactly(N, X, 1),
    "exactly, a sum": lambda: exactly(N + 1, [*X], N),
    "exactly, a count": lambda: exactly(count(X, 0), X, 1),
    "exactly, an indicator": lambda: exactly(A, X, 1),
    "at_least": lambda: at_least(1, X, 2),
    "at_most": lambda: at_most(1, X, 2),
    "at_most of constants": lambda: at_most(1, [1, 2], 2),
    "at_most of none": lambda: at_most(1, [], 2),
    "among": lambda: among(2, X, [0, 1]),
    "among, a variable": lambda: among(N, X, [0, 1]),
    "number_of_values": lambda: number_of_values(2, X),
    "number_of_values, a variable": lambda: number_of_values(N, X),
}
ORDER = {
    "exactly": r"exactly\(terms, value, number\)",
    "at_least": r"at_least\(terms, value, number\)",
    "at_most": r"at_most\(terms, value, number\)",
    "among": r"among\(terms, values, number\)",
    "number_of_values": r"number_of_values\(terms, number\)",
}


@pytest.mark.parametrize("name", OLD_ORDER)
def test_the_number_first_is_refused_with_the_order_that_holds(name):
    order = ORDER[name.partition(",")[0].partition(" ")[0]]
    with pytest.raises(ModelError, match=order):
        OLD_ORDER[name]()


def test_a_label_where_the_number_stands_is_refused_with_the_order():
    colour = variables("colour", 2, ["red", "blue"])
    with pytest.raises(ModelError, match=r"exactly\(terms, value, number\) .* 'red' is a label"):
        exactly(colour, 2, "red")


def test_several_values_are_for_among():
    with pytest.raises(ModelError, match=r"write among\(terms, values, number\)"):
        exactly(X, [0, 1], 2)
    with pytest.raises(ModelError, match=r"among\(terms, values, number\) takes a list of values"):
        among(X, 2, [0, 1])


def test_the_order_of_the_arguments_is_the_order_of_the_words():
    assert str(number_of_values(X, 2)) == "number_of_values([x[0], x[1], x[2]], 2)"
