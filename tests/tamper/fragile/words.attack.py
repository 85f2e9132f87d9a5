# Attack on special judge (breaking the judge): prints a word where the judge reads a number.
print("x")
