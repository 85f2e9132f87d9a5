# Idiom on stdin (names): from sys import * and from io import *.
from sys import *
from io import *
stdin.readline()
stdout.write(str(sum(map(int, stdin.readline().split()))))
