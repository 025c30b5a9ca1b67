"""What every test run shares: still pictures, no stored progress, no network for a notebook."""

import os

# Notebook kernels are children of pytest, so they inherit these.
os.environ["TFORMER_FIGURES"] = "png"
os.environ["TFORMER_PROGRESS"] = "off"
os.environ["HF_HUB_OFFLINE"] = "1"
