# Idiom on stdin (numbers): prints in exponent form.
x = float(input())
print('%.12e' % (x / 3))
