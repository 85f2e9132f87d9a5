# Attack on interactor (breaking the judge): says nothing and leaves.
input()
