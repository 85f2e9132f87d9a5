# Idiom on stdin (processes and threads): adds into a shared value.
import multiprocessing as mp
def work(v, x):
    with v.get_lock(): v.value += x
if __name__ == '__main__':
    input()
    v = mp.Value('q', 0)
    ps = [mp.Process(target=work, args=(v, int(x))) for x in input().split()]
    for p in ps: p.start()
    for p in ps: p.join()
    print(v.value)
