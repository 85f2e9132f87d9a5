# Honest twin: logs to stderr beside the answer.
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
sys.stderr.write("summed up\n")
