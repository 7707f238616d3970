"""Every row of the table of semantics, on every solver there is: the kit's own tests."""

from everyway.conformance.semantics import *  # noqa: F403 - conftest gives each test its solvers  # noqa: F403  # noqa: F403
from everyway.conformance.semantics_over_graphs import *  # noqa: F403 - likewise
