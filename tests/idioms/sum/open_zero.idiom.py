# Idiom on stdin (reading): opens descriptor 0 as a text file.
n, *rest = open(0).read().split()
print(sum(int(x) for x in rest[:int(n)]))
