"""Live figures: controls above one matplotlib figure that answers at once."""
