# Attack on special judge (checker): prints not-a-number, which no comparison refuses.
print("nan", "nan")
