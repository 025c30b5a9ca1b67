"""Shape annotations are enforced where inputs are right; a test of bad input sees our own error."""

from pathlib import Path

import jaxtyping
import pytest

CHECKED = {"properties", "parity"}
jaxtyping.config.update("jaxtyping_disable", True)


@pytest.fixture(autouse=True)
def _check_shapes(request):
    """Switch jaxtyping + beartype on for tests/properties and tests/parity."""
    folder = Path(str(request.node.path)).parent.name
    jaxtyping.config.update("jaxtyping_disable", folder not in CHECKED)
    yield
    jaxtyping.config.update("jaxtyping_disable", True)
