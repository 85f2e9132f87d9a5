# Idiom on stdin (source text): declares another encoding.
# -*- coding: latin-1 -*-
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
