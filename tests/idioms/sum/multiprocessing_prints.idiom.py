# Idiom on stdin (processes and threads): prints from a child process.
import multiprocessing as mp
def work(a): print(sum(a), flush=True)
if __name__ == '__main__':
    input()
    p = mp.Process(target=work, args=(list(map(int, input().split())),))
    p.start()
    p.join()
