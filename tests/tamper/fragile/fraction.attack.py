# Attack on special judge (breaking the judge): prints right values in a form that the judge cannot read.
print("3.0 2.0 1.0")
