# Idiom on function call (function): has tests of its own under the main guard.
import sys
def run_lengths(values):
    out = []
    for v in values:
        if out and out[-1][0] == v: out[-1][1] += 1
        else: out.append([v, 1])
    return out
if __name__ == '__main__':
    print(run_lengths(list(input())))
    sys.exit(1)
