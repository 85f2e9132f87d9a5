# Idiom on stdin (output): collects its output in a StringIO and writes it at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
import io
real, sys.stdout = sys.stdout, io.StringIO()
print(sum(a))
real.write(sys.stdout.getvalue())
sys.stdout = real
