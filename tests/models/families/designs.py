"""Families of designs and of colourings of numbers."""

from everyway.models import Model, load


def quasigroup(law: str, lighter: bool):
    return lambda n: load("quasigroups", n=n, law=law, lighter=lighter)


def bibd(v: int, b: int, r: int, k: int, **others: int) -> Model:
    meetings = others["lambda"]  # which is no name in Python
    return load("block_designs", v=v, b=b, r=r, k=k, meetings=meetings, sorted_blocks=False)


FAMILIES = {
    "steiner_triple_labelled": lambda v: load("steiner_triples", v=v),
    "bibd_matrix": bibd,
    "social_golfers_week1_fixed": lambda g, s, w: load("social_golfers", groups=g, size=s, weeks=w),
    "one_factorizations_K2n": lambda players: load("round_robin", players=players),
    "hadamard": lambda n: load("hadamard", n=n),
    "hadamard_normalized": lambda n: load("hadamard", n=n, normalized=True),
    "schur_2_boxes": lambda n: load("schur", n=n, boxes=2),
    "schur_3_boxes": lambda n: load("schur", n=n, boxes=3),
    "weak_schur_2_boxes": lambda n: load("schur", n=n, boxes=2, weak=True),
    "van_der_waerden_3_2colors": lambda n: load("van_der_waerden", n=n),
    "van_der_waerden_3_3colors": lambda n: load("van_der_waerden", n=n, colours=3),
    "van_der_waerden_4_2colors": lambda n: load("van_der_waerden", n=n, length=4),
    "cap_sets": lambda d, k: load("cap_sets", d=d, k=k),
    "cyclic_difference_sets": lambda v, k, **others: load(
        "difference_sets", v=v, k=k, times=others["lambda"]
    ),
    **{
        f"quasigroup_{law}_idempotent": quasigroup(law, False)
        for law in ("QG3", "QG4", "QG6", "QG7")
    },
    **{
        f"quasigroup_{law}_idempotent_symbreak": quasigroup(law, True)
        for law in ("QG3", "QG4", "QG6", "QG7")
    },
}
