"""Do the lessons say on other processors what they say on this one?

    python -m benchmarks.processors                                  # every kind, every lesson
    python -m benchmarks.processors plain notebooks/08_layers.ipynb

Other instructions add in another order and round other last bits; training lets them grow. Here
torch and its libraries are held to fewer instructions than this processor has, and nbval compares.
"""

import os
import subprocess
import sys

KINDS = {
    "avx2": dict(ATEN_CPU_CAPABILITY="avx2", ONEDNN_MAX_CPU_ISA="AVX2", MKL_CBWR="AVX2"),
    "plain": dict(ATEN_CPU_CAPABILITY="default", ONEDNN_MAX_CPU_ISA="SSE41", MKL_CBWR="COMPATIBLE"),
    "products": dict(MKL_CBWR="COMPATIBLE"),
    "sums": dict(ATEN_CPU_CAPABILITY="default"),
    "two cores": dict(OMP_NUM_THREADS="2"),
}


def main(arguments: list[str]) -> int:
    kinds = {x: KINDS[x] for x in arguments if x in KINDS} or KINDS
    lessons = [x for x in arguments if x not in KINDS] or ["notebooks"]
    failed = 0
    for kind, environment in kinds.items():
        line = [sys.executable, "-m", "pytest", "--nbval", "-q", "--tb=short", *lessons]
        print(f"{kind}:", flush=True)
        failed += subprocess.run(line, env={**os.environ, **environment}).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
