"""What every figure stands on: look, controls, the picture in a saved notebook, scripts."""
