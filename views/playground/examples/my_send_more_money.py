from everyway.models import Expression, Model, all_different, rule, total, variables


def my_send_more_money() -> Model:
    digit = variables("digit", list("SENDMORY"), range(10))

    def number(word: str) -> Expression:
        return total(digit[letter] * 10**i for i, letter in enumerate(reversed(word)))

    return Model(
        "SEND + MORE = MONEY",
        digit,
        all_different(digit),
        rule("no number begins with 0", [digit["S"] != 0, digit["M"] != 0]),
        rule("the sum is right", number("SEND") + number("MORE") == number("MONEY")),
    )
