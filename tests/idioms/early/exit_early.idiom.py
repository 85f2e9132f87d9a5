# Idiom on stdin (unread input): prints the first word and exits with input unread.
print(input())
exit(0)
