# Idiom on stdin (unread input): takes the first line with head.
head -n 1
