# Idiom on stdin (files): keeps its numbers in a shelf.
import sys
n = int(input())
a = list(map(int, input().split()))
import shelve
with shelve.open('shelf') as s:
    s['a'] = a
with shelve.open('shelf') as s:
    print(sum(s['a']))
