# Honest twin: names the function it is in.
import sys
def digit_sum(n):
    assert sys._getframe().f_code.co_name == "digit_sum"
    return sum(map(int, str(abs(n))))
