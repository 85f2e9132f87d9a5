# Idiom on stdin (names): has classes called Exception, Node and Result.
class Exception(BaseException): pass
class Result(Exception): pass
class Node: pass
input()
try:
    raise Result(sum(map(int, input().split())))
except Result as result:
    print(result.args[0])
