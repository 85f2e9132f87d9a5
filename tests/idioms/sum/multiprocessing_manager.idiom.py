# Idiom on stdin (processes and threads): children add into a manager's dictionary.
import multiprocessing as mp
def work(found, lock, x):
    with lock: found['sum'] = found.get('sum', 0) + x
if __name__ == '__main__':
    input()
    with mp.Manager() as manager:
        found, lock = manager.dict(), manager.Lock()
        ps = [mp.Process(target=work, args=(found, lock, int(x))) for x in input().split()]
        for p in ps: p.start()
        for p in ps: p.join()
        print(found.get('sum', 0))
