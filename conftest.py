"""What every test run shares: still pictures, no stored progress, and in CI no skipped test."""

import os

# Notebook kernels are children of pytest, so they inherit these.
os.environ["TFORMER_FIGURES"] = "png"
os.environ["TFORMER_PROGRESS"] = "off"
os.environ["HF_HUB_OFFLINE"] = "1"


def pytest_sessionfinish(session):
    """A user may lack Chromium or an optional package; CI may not, so there a skip is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and os.environ.get("CI"):
        reporter.write_line(f"\n{len(skipped)} tests were skipped, and CI skips none.", red=True)
        session.exitstatus = 1
