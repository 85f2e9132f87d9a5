# Attack on special judge (breaking the judge): prints brackets deeper than the judge can follow.
print("[" * 200000)
