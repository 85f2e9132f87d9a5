# Idiom on stdin (deep recursion): searches a path of a million nodes depth first.
import sys
sys.setrecursionlimit(1 << 30)
def main():
    n = int(sys.stdin.readline())
    nxt = list(range(1, n + 1))
    total = 0
    def dfs(v):
        nonlocal total
        if v == n:
            return
        total += v + 1
        dfs(nxt[v])
    dfs(0)
    print(total)
main()
