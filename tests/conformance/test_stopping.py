"""Every solver there is streams, and stops when it is asked to: the kit's own tests."""

from everyway.conformance.stopping import *  # noqa: F403 - conftest gives each test its solvers  # noqa: F403 - likewise
