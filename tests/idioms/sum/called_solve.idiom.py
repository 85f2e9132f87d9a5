# Idiom on stdin (names): has a class Solution with a method solve.
class Solution:
    def solve(self, a):
        return sum(a)
input()
print(Solution().solve([int(x) for x in input().split()]))
