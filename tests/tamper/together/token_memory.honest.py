# Honest twin: looks at its own map.
open("/proc/self/maps").readline()
def apply_all(function, values):
    return [function(value) for value in values]
