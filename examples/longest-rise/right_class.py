class Solution:
    def longest_rise(self, values: list[int]) -> int:
        best = [1] * len(values)
        for i in range(len(values)):
            for j in range(i):
                if values[j] < values[i]:
                    best[i] = max(best[i], best[j] + 1)
        return max(best, default=0)
