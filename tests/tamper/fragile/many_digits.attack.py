# Attack on special judge (breaking the judge): prints more digits than Python turns into a number.
print("9" * 5000)
