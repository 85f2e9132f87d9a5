# Attack on special judge (breaking the judge): prints a number of steps that the judge never comes to the end of.
print(10 ** 15)
