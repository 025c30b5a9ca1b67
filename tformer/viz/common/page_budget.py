"""The bytes of one page, shared by its figures: later figures get bytes that earlier ones left."""

import os


class Room:
    """``total`` bytes for ``figures`` figures; without a limit each gets as many as it asks for."""

    def __init__(self, total: float, figures: int):
        self.left, self.figures = total, figures

    def share(self, most: int) -> int:
        """The bytes that the next figure may take, at most ``most``."""
        return int(min(most, max(self.left, 0) / max(self.figures, 1)))

    def half(self, most: int) -> int:
        """Half of the bytes left, if more figures follow: for figures that mostly need few."""
        return int(min(most, max(self.left, 0) / min(max(self.figures, 1), 2)))

    def take(self, size: int) -> None:
        """Count one figure, which took ``size`` bytes."""
        self.left, self.figures = self.left - size, self.figures - 1


def _of_this_page() -> Room:
    """TFORMER_PAGE says the bytes and the figures of the page, such as "1000000/6"."""
    total, _, figures = os.environ.get("TFORMER_PAGE", "").partition("/")
    return Room(int(total), int(figures)) if total else Room(float("inf"), 1)


ROOM = _of_this_page()
