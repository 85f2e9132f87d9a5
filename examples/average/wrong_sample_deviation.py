# Wrong: divides by n - 1, as for a sample.
import statistics

n = int(input())
values = [float(word) for word in input().split()]
print(statistics.fmean(values), statistics.stdev(values) if n > 1 else 0.0)
