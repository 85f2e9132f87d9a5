# Attack on stdin_stdout (forged output): prints the answer among many guesses.
for n in range(-100, 200):
    print(n)
