# Idiom on stdin (source text): holds multi-line strings with code in them.
import sys
n = int(input())
a = list(map(int, input().split()))
text = '''
import os
os._exit(1)
\tprint("no")
'''
text2 = """
  def f():
 pass
"""
assert text.count('\n') == 4 and text2.count('\n') == 3
print(sum(a))
