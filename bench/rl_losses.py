#!/usr/bin/env python3
"""How much CPU time the coefficients of a million tokens take, by preset: 64 prompts with 16 rollouts of 1,024 tokens.

usage: bench/rl_losses.py [--rounds N] [--tokens N]        (libassay_rl.so.1 by ASSAY_RL_LIBRARY or build/release)
"""

import argparse
import os
import pathlib
import statistics
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))
os.environ.setdefault("ASSAY_RL_LIBRARY", str(ROOT / "build" / "release" / "libassay_rl.so.1"))
import assay  # noqa: E402

PROMPTS, ROLLOUTS = 64, 16


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--tokens", type=int, default=1024, help="of a rollout")
    arguments = parser.parse_args()
    dice = numpy.random.default_rng(1)
    count = PROMPTS * ROLLOUTS
    tokens = count * arguments.tokens
    infer = -dice.exponential(0.7, tokens).astype(numpy.float32)
    given = {"logp_train": infer + dice.normal(0, 0.05, tokens).astype(numpy.float32), "logp_infer": infer,
             "mask": numpy.ones(tokens, dtype=bool), "ends": numpy.arange(1, count + 1) * arguments.tokens,
             "groups": numpy.repeat(numpy.arange(PROMPTS), ROLLOUTS), "rewards": dice.integers(0, 2, count).astype(float),
             "truncated": dice.random(count) < 0.03}
    out = numpy.empty(tokens, dtype=numpy.float32)
    for name in assay.losses.presets():
        recipe, times_ms = assay.losses.recipe(name), []
        for _ in range(arguments.rounds):
            begun = time.process_time()
            assay.losses.coefficients(recipe, **given, out=out)
            times_ms.append((time.process_time() - begun) * 1000)
        print(f"{name:14} {tokens} tokens: median {statistics.median(times_ms):5.1f} ms, least {min(times_ms):5.1f} ms")


if __name__ == "__main__":
    main()
