# Honest twin: pickles plain data.
import pickle
def digit_sum(n):
    return sum(map(int, pickle.loads(pickle.dumps(str(abs(n))))))
