# Attack on interactor (breaking the judge): says a word where the interactor reads a number.
input()
print("x", flush=True)
input()
