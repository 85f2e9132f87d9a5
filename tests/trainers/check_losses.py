#!/usr/bin/env python3
"""assay.losses beside the trainers' own functions, token by token, on the same random batches.

    check_losses.py [--peers DIR] [--batches 200] [--only NAME…]

verl and TRL are those that are installed, prime-rl is DIR/prime-rl (or $ASSAY_PEERS); what isn't there is skipped, and said.
Theirs runs in double on the same float32 numbers, and autograd says what its loss has by each log-probability; ours is
rounded to float32, so both agree to 6e-8 of a coefficient, and LIMIT leaves room for sums. A difference that docs/losses.md
names ("Beside trainers' own functions") is checked to be that one and no other. The library is ASSAY_RL_LIBRARY, the one
beside ASSAY_BIN, or build/release's.
"""

import argparse
import importlib.util
import os
import pathlib
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "clients" / "python" / "src")]
binary = pathlib.Path(os.environ.get("ASSAY_BIN") or ROOT / "build/release/assay")
os.environ.setdefault("ASSAY_RL_LIBRARY", str(binary.parent / "libassay_rl.so.1"))
WIDTH = 24
LIMIT = 2e-7  # of a coefficient
LIMIT_FLOAT = 5e-6  # of 1, about which advantages are, where theirs computes in float32 whatever it is given
NEEDS = {"verl": ["numpy", "torch", "verl"], "TRL": ["numpy", "torch", "trl"], "prime-rl": ["numpy", "torch"]}


class Batch:
    """Rollouts as rows of equal width, padded on the right, with tokens in between that aren't the model's."""

    def __init__(self, dice, alone=False, masked=False, group=0):
        import numpy
        self.alone, self.masked = alone, masked
        sizes = [1 if alone else group or dice.integers(2, 6) for _ in range(dice.integers(2, 6))]
        self.groups = numpy.repeat(dice.permutation(100)[:len(sizes)], sizes)
        self.rollouts = len(self.groups)
        shape = (self.rollouts, WIDTH)
        self.lengths = dice.integers(1, WIDTH + 1, self.rollouts)
        self.mask = (numpy.arange(WIDTH) < self.lengths[:, None]) & (dice.random(shape) < 0.9)
        self.mask[:, 0] = True
        self.infer = -dice.exponential(0.7, shape).astype(numpy.float32)
        moved = dice.choice([0.02, 0.3, 1.5]) * dice.normal(size=shape)
        self.train = numpy.minimum(self.infer + moved, 0).astype(numpy.float32)
        self.rewards = dice.choice([0.0, 0.5, 1.0], self.rollouts) if dice.random() < 0.7 else dice.normal(size=self.rollouts)
        self.counted = numpy.ones(self.rollouts, dtype=bool)
        if masked:
            self.counted[dice.integers(self.rollouts)] = False

    def ours(self, recipe, **changes):
        """The coefficients by a recipe, as rows."""
        import assay
        import numpy
        given = {"logp_train": self.train.ravel(), "logp_infer": self.infer.ravel(), "mask": self.mask.ravel(),
                 "ends": numpy.arange(1, self.rollouts + 1) * WIDTH, "groups": self.groups, "rewards": self.rewards,
                 "counted": self.counted, **changes}
        return assay.losses.coefficients(recipe, **given).coefficients.reshape(self.rollouts, WIDTH)


class Ledger:
    """What was compared, and how far apart it was at most."""

    def __init__(self):
        self.worst, self.wrong = {}, []

    def compare(self, what, theirs, ours, limit=LIMIT):
        import numpy
        theirs, ours = numpy.asarray(theirs, dtype=float), numpy.asarray(ours, dtype=float)
        # Nothing but the rounding of terms that cancel isn't a coefficient.
        least = 1 if limit == LIMIT_FLOAT else 1e-12
        size = numpy.maximum(numpy.maximum(numpy.abs(theirs), numpy.abs(ours)), least)
        apart = numpy.abs(theirs - ours) / size
        worst, tokens, batches = self.worst.get(what, (0.0, 0, 0))
        self.worst[what] = (max(worst, float(apart.max())), tokens + int((ours != 0).sum()), batches + 1)
        if apart.max() > limit and len(self.wrong) < 20:
            at = tuple(int(each) for each in numpy.unravel_index(apart.argmax(), apart.shape))
            self.wrong.append(f"{what}: at {at} theirs {theirs[at]!r}, ours {ours[at]!r}")

    def lines(self):
        for what, (worst, tokens, batches) in self.worst.items():
            yield f"  {what}: {tokens} coefficients of {batches} batches, {worst:.1e} apart at most"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--peers", type=pathlib.Path, default=os.environ.get("ASSAY_PEERS"), help="a folder of checkouts")
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=list(NEEDS))
    given = parser.parse_args()
    peers = pathlib.Path(given.peers).resolve() if given.peers else None
    passed, failed, skipped = 0, 0, 0
    for name in given.only or NEEDS:
        missing = [module for module in NEEDS[name] if importlib.util.find_spec(module) is None]
        why = f"{', '.join(missing)} not installed" if missing else None
        if not why and name == "prime-rl" and not (peers and (peers / "prime-rl/src/prime_rl/trainer/rl/loss.py").exists()):
            why = "no prime-rl/src/prime_rl/trainer/rl/loss.py below --peers"
        if why:
            print(f"skipped  {name}: {why}", flush=True)
            skipped += 1
            continue
        import loss_functions
        import numpy
        ledger = Ledger()
        try:
            run = {"verl": loss_functions.verl, "TRL": loss_functions.trl, "prime-rl": loss_functions.prime_rl}[name]
            what = run(ledger, numpy.random.default_rng(given.seed), given.batches, peers)
        except Exception as error:
            traceback.print_exc()
            what = f"{type(error).__name__}: {error}"
            ledger.wrong.append(what)
        print(f"{'FAILED ' if ledger.wrong else 'passed '}  {name} {what}")
        print("\n".join([*ledger.lines(), *(f"  FAILED {each}" for each in ledger.wrong)]), flush=True)
        passed, failed = passed + (not ledger.wrong), failed + bool(ledger.wrong)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
