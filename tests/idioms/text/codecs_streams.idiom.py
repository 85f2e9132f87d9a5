# Idiom on stdin (bytes): wraps its streams with codecs.
import codecs, sys
reader = codecs.getreader('utf-8')(sys.stdin.buffer)
writer = codecs.getwriter('utf-8')(sys.stdout.buffer)
for line in reader:
    writer.write(line.strip()[::-1] + '\n')
