# Idiom on stdin (processes and threads): gets the answer from a process over a queue.
import multiprocessing as mp
def work(q, a): q.put(sum(a))
if __name__ == '__main__':
    input()
    q = mp.Queue()
    p = mp.Process(target=work, args=(q, list(map(int, input().split()))))
    p.start()
    print(q.get())
    p.join()
