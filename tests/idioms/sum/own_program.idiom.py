# Idiom on stdin (processes and threads): compiles a program and runs it.
import os, shutil, subprocess, sys
n = int(input())
open('add.c', 'w').write('#include <stdio.h>\nint main(void) { long s = 0, x; while (scanf("%ld", &x) == 1) s += x; printf("%ld\\n", s); }\n')
subprocess.run(['gcc', '-o', '/tmp/add', 'add.c'], check=True)
shutil.copy('/tmp/add', 'copied')
assert os.access('copied', os.X_OK)
sys.stdout.flush()
subprocess.run(['./copied'], input=input().encode(), check=True)
