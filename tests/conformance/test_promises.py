"""The promises of a solver, on every solver there is: the kit's own tests."""

from everyway.conformance.promises import *  # noqa: F403 - conftest gives each test its solvers  # noqa: F403
