"""What stands behind ``python -m tformer``: arguments, doctor, the site, a class in one command."""
