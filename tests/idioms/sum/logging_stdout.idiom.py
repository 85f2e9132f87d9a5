# Idiom on stdin (output): prints through the logging module.
import sys
n = int(input())
a = list(map(int, input().split()))
import logging
logging.basicConfig(stream=sys.stdout, format='%(message)s', level=logging.INFO)
logging.info(sum(a))
