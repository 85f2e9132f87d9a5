# Idiom on stdin (source text): has a coding cookie in its second line.
# -*- coding: utf-8 -*-
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))  # größer
