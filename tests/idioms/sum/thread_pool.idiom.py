# Idiom on stdin (processes and threads): adds in a pool of threads.
import sys
n = int(input())
a = list(map(int, input().split()))
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(int, a)))
