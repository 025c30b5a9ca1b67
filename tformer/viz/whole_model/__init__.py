"""The living model: one picture in which a sentence runs through a whole translator."""
