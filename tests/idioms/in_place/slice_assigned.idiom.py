# Idiom on function call (function): assigns to a slice of its argument.
class Solution:
    def moveZeroes(self, nums): self.move_zeroes(nums)
    def move_zeroes(self, nums):
        nums[:] = [x for x in nums if x] + [0] * nums.count(0)
