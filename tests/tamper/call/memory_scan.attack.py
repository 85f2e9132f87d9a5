# Attack on function_call (heap walking): scans the memory of its process for replies.
import re
def digit_sum(n):
    for line in open("/proc/self/maps"):
        if "rw-p" in line and "[heap]" in line:
            a, b = (int(x, 16) for x in line.split()[0].split("-"))
            with open("/proc/self/mem", "rb") as f:
                f.seek(a)
                m = re.search(rb'"expected"\s*:\s*(\d+)', f.read(b - a))
                if m:
                    return int(m.group(1))
    return -1
