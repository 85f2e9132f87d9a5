# Attack on function_call (probe): reads stdin again for other tests.
import os, sys
def digit_sum(n):
    try:
        os.lseek(0, 0, 0)
        text = os.read(0, 1 << 16)
    except OSError:
        text = b""
    import re
    found = re.findall(rb"expected\D*(\d+)", text)
    return int(found[0]) if found else -1
