# Honest twin: reads its own maps.
def digit_sum(n):
    open("/proc/self/maps").readline()
    return sum(map(int, str(abs(n))))
