# Idiom on stdin (processes and threads): a child adds in shared memory, behind a lock.
import multiprocessing as mp
from multiprocessing import shared_memory
def work(name, lock, numbers):
    memory = shared_memory.SharedMemory(name)
    with lock:
        memory.buf[:8] = sum(numbers).to_bytes(8, 'little', signed=True)
    memory.close()
if __name__ == '__main__':
    input()
    memory, lock = shared_memory.SharedMemory(create=True, size=64), mp.Lock()
    p = mp.Process(target=work, args=(memory.name, lock, list(map(int, input().split()))))
    p.start()
    p.join()
    print(int.from_bytes(memory.buf[:8], 'little', signed=True))
    memory.close()
    memory.unlink()
