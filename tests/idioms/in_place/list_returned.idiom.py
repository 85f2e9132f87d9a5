# Idiom on function call (function): changes its argument and returns it, too.
def move_zeroes(nums):
    k = 0
    for x in nums:
        if x:
            nums[k] = x
            k += 1
    for i in range(k, len(nums)):
        nums[i] = 0
    return nums
