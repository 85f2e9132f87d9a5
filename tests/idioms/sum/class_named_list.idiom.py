# Idiom on stdin (names): has a class called list that extends the builtin.
class list(list):
    def total(self): return sum(self)
input()
print(list(map(int, input().split())).total())
