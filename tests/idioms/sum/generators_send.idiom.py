# Idiom on stdin (modules): drives a coroutine with send.
def adder():
    total = 0
    while True:
        total += yield total
g = adder()
next(g)
input()
for x in map(int, input().split()): total = g.send(x)
print(total)
