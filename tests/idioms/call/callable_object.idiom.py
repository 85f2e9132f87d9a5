# Idiom on function call (function): is an object that can be called.
class Runs:
    def __call__(self, values):
        out = []
        for v in values:
            if out and out[-1][0] == v: out[-1][1] += 1
            else: out.append([v, 1])
        return out
run_lengths = Runs()
