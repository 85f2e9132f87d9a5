# Idiom on stdin (long integers): lifts the limit on digits and adds one.
import sys
sys.set_int_max_str_digits(0)
print(int(input()) + 1)
