# Idiom on function call (function): changes its argument and returns nothing.
def move_zeroes(nums):
    nums.sort(key=lambda x: x == 0)
