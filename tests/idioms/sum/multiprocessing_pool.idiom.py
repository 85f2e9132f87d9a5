# Idiom on stdin (processes and threads): maps over multiprocessing.Pool.
import multiprocessing as mp
def same(x): return x
if __name__ == '__main__':
    input()
    with mp.Pool(2) as pool:
        print(sum(pool.map(same, list(map(int, input().split())))))
