# Honest twin: computes in a thread.
import threading
def digit_sum(n):
    out = []
    t = threading.Thread(target=lambda: out.append(sum(map(int, str(abs(n))))))
    t.start()
    t.join()
    return out[0]
