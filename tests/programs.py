"""Programs that README leaves to the reader: a test that needs one says which is missing."""

import shutil

import pytest


def program(name: str) -> str:
    """Its path on this machine, or the test is skipped with a word."""
    if (path := shutil.which(name)) is None:
        pytest.skip(f"{name} is not installed")
    return path
