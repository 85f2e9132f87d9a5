# Honest twin: reads its input.
import sys
def apply_all(function, values):
    assert sys.stdin.read() == ""
    return [function(value) for value in values]
