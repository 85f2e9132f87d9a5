# Idiom on stdin (reading): opens descriptor 0 as bytes and leaves it open at the end.
f = open(0, "rb", closefd=False)
f.readline()
print(sum(map(int, f.read().split())))
