# Idiom on stdin (names): has functions called check, test and run.
def check(x): return x
def test(): pass
def run(a): return sum(check(x) for x in a)
input()
print(run(map(int, input().split())))
