"""From constraints to forms, and from expressions to code: what the solver reads."""
