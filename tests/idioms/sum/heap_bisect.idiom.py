# Idiom on stdin (modules): uses heapq, bisect and deque.
import heapq, bisect
from collections import deque, Counter, defaultdict
input()
h = list(map(int, input().split()))
heapq.heapify(h)
q = deque()
while h: q.append(heapq.heappop(h))
c = Counter(q)
print(sum(k * v for k, v in c.items()))
