# Attack on special judge (breaking the judge): prints a number, of which the judge asks the length.
print(7)
