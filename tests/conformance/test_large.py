"""Long scopes and wide domains, on the solvers that are compared: the kit's own tests."""

import pytest

from everyway.conformance.large_models import *  # noqa: F403 - conftest gives each test its solvers

pytestmark = pytest.mark.solvers(compared=True)
