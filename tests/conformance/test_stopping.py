"""Every solver there is streams, and stops when it is asked to: the kit's own tests."""

from everyway.conformance.stopping import *  # noqa: F403 - conftest gives each test its solvers
from everyway.conformance.stopping_leftovers import *  # noqa: F403 - likewise
