"""Which runs may begin in a folder, and which may go on with the one that lies there."""

from pathlib import Path

from tformer.checkpoints import CheckpointError

# What a resumed run may do differently.
MAY_CHANGE = ("updates", "evaluate_every", "log_every", "patience", "minutes")


def refuse_an_old_run(folder: Path) -> None:
    """FileExistsError where a new run would write over an old one, or over a model."""
    if (folder / "run.safetensors").exists():
        raise FileExistsError(
            f"{folder} already holds a run: resume=True (--resume) goes on with it; to begin anew "
            "choose another folder or delete that one"
        )
    if (folder / "model.safetensors").exists():
        raise FileExistsError(
            f"{folder} already holds a model, model.safetensors, and no run to go on with; choose "
            "another folder or move it away"
        )


def set_aside(folder: Path, update: int) -> str:
    """Rename a model of an earlier ``update``, so that nobody takes it for what the run came to,
    which a full disk lets happen: no byte is written. Returns what there is to say of it."""
    name = f"model_of_update_{update}.safetensors"
    try:
        (folder / "model.safetensors").rename(folder / name)
    except FileNotFoundError:
        return "and holds no model"
    except OSError:
        return "and so does the model there"
    return f"and so does the model there, now {name}"


def refuse_another_run(path: Path, progress: dict, recipe: dict, data: dict[str, str]) -> None:
    """CheckpointError where the run at ``path`` had another recipe or other data than these."""
    for name, here in recipe.items():
        there = progress["recipe"].get(name)
        if name not in MAY_CHANGE and here != there:
            raise CheckpointError(
                f"{path} was trained with {name}={there!r}, not {here!r}; resume with the same "
                "recipe"
            )
    if progress["update"] > recipe["updates"]:
        raise CheckpointError(f"{path} has made {progress['update']} updates already, more than "
                              f"updates={recipe['updates']}; ask for as many or more")  # fmt: skip
    known = progress.get("data", {})  # runs of earlier versions do not say
    for part, here in data.items():
        if (there := known.get(part, here)) != here:
            raise CheckpointError(
                f"{path} was trained with other {part} data (checksum {there} there, {here} here); "
                "resume with the files it began with"
            )
