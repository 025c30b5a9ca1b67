"""Train a model by a recipe."""

from tformer.training.recipes import load_recipe, run


def command(args) -> int:
    """Train; the exit status is 130 after Ctrl-C, 1 where the disk was full."""
    history = run(load_recipe(args.recipe, args.set), args.data, args.out, device=args.device,
                  resume=args.resume, shard=args.shard, seed=args.seed,
                  skipped=[] if args.skip_bad else None, start=args.start)  # fmt: skip
    if history.stopped == "early":
        print("Stopped early: training.patience is over; to go on, --resume with a larger one.")
    if history.stopped == "interrupted":
        there = f" --out {history.folder}" * (history.folder != args.out)
        print(f"Stopped after update {history.rows[-1]['update']}; all is kept in "
              f"{history.folder}. To go on, repeat the command with --resume{there}.")  # fmt: skip
        return 130
    return 0 if history.folder in (None, args.out) else 1  # another, if that disk was full
