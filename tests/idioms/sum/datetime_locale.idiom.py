# Idiom on stdin (modules): asks for the time, the zone and the locale.
import sys
n = int(input())
a = list(map(int, input().split()))
import datetime, locale, platform, time
locale.setlocale(locale.LC_ALL, 'C')
datetime.datetime.now().isoformat(), time.tzname, platform.python_version(), locale.getpreferredencoding()
print(sum(a))
