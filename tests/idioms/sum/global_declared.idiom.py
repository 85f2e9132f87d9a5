# Idiom on stdin (names): declares the global in the function that makes it.
def read():
    global n, a
    n = int(input())
    a = list(map(int, input().split()))
def solve():
    global answer
    answer = sum(a)
read()
solve()
print(answer)
