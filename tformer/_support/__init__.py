"""What every room stands on: refusals, signatures, the folding of characters, files, progress."""
