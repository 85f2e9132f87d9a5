# Honest twin: asks where site packages are.
import site
site.getusersitepackages()
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
