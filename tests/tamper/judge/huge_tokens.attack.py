# Attack on special judge (checker): prints a number of a million digits to exhaust the checker.
print("9" * 1000000, 1)
