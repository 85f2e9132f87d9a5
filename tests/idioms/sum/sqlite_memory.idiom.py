# Idiom on stdin (modules): computes in an SQLite data base in memory.
import sys
n = int(input())
a = list(map(int, input().split()))
import sqlite3
db = sqlite3.connect(':memory:')
db.execute('create table t (x integer)')
db.executemany('insert into t values (?)', [(x,) for x in a])
print(db.execute('select sum(x) from t').fetchone()[0])
