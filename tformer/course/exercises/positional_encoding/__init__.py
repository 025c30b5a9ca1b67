"""What is asked about position waves."""

ORDER = ("sinusoidal_positions", "shift_matrix")
