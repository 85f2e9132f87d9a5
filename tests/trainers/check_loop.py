#!/usr/bin/env python3
"""The example loop over assay.losses and a curriculum learns, with each of three recipes and stale weights. Needs torch;
without it says so, and checks nothing.

    python tests/trainers/check_loop.py          (ASSAY_BIN: the binary; else build/release/assay)
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_S = 600  # against hangs only


def main():
    if importlib.util.find_spec("torch") is None:
        print("check_loop: not run: torch isn't installed")
        return
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "clients" / "python" / "src")}
    environment.setdefault("ASSAY_BIN", str(REPOSITORY / "build" / "release" / "assay"))
    for recipe, lag in (("scalerl", 1), ("intellect3", 4), ("deepseek-grpo", 0)):
        command = [sys.executable, "-B", REPOSITORY / "clients" / "python" / "examples" / "rl_loop.py", "--steps", "40",
                   "--recipe", recipe, "--lag", str(lag)]
        done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
        rewards = [float(each) for each in re.findall(r"reward ([0-9.]+),", done.stdout)]
        print(f"check_loop: {recipe}, {lag} behind: {' '.join(map(str, rewards))}", flush=True)
        if done.returncode != 0 or not (rewards and rewards[0] < 0.2 and rewards[-1] > rewards[0] + 0.4):
            sys.exit(f"check_loop: {recipe} didn't learn\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
