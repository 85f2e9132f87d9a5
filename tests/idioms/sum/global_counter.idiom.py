# Idiom on stdin (names): changes a global inside a function.
total = 0
def add(x):
    global total
    total += x
input()
for x in input().split():
    add(int(x))
print(total)
