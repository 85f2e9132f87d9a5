# Idiom on stdin (processes and threads): adds in a pool of processes.
from concurrent.futures import ProcessPoolExecutor
def same(x): return x
if __name__ == '__main__':
    input()
    with ProcessPoolExecutor(2) as pool:
        print(sum(pool.map(same, map(int, input().split()))))
