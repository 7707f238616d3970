"""FlatZinc, the language of MiniZinc's solvers, as models of everyway.

`statements` reads the text, `definitions` sees which variables a constraint gives a value to,
`builtin_functions` and `builtin_constraints` have the builtins and our globals, and
`flatzinc_models` makes the model.
"""
