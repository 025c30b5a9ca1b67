"""How much the figures of one page may take in all: what one leaves, the next ones may use."""

import os


class Room:
    """Bytes that so many figures share; without a limit each has as many as it asks for."""

    def __init__(self, total: float, figures: int):
        self.left, self.figures = total, figures

    def share(self, most: int) -> int:
        """What the next figure may take, at most ``most``."""
        return int(min(most, max(self.left, 0) / max(self.figures, 1)))

    def half(self, most: int) -> int:
        """The same for a figure of a kind that mostly takes little: half of all, if others come."""
        return int(min(most, max(self.left, 0) / min(max(self.figures, 1), 2)))

    def take(self, size: int) -> None:
        """A figure took so much."""
        self.left, self.figures = self.left - size, self.figures - 1


def _of_this_page() -> Room:
    """TFORMER_PAGE says the bytes and the figures of the page, such as "1000000/6"."""
    total, _, figures = os.environ.get("TFORMER_PAGE", "").partition("/")
    return Room(int(total), int(figures)) if total else Room(float("inf"), 1)


ROOM = _of_this_page()
