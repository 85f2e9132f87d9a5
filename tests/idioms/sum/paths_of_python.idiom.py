# Idiom on stdin (files): makes, lists, moves and removes files in /tmp by paths of its own.
import glob, os, pathlib, shutil, subprocess, sys, tempfile
n = int(input())
a = list(map(int, input().split()))
top = pathlib.Path('/tmp/own/deep')
top.mkdir(parents=True)
(top / 'a').write_text(str(sum(a)))
shutil.copy('/tmp/own/deep/a', '/var/tmp/b')
shutil.move('/var/tmp/b', '/dev/shm/c')
assert os.path.exists('/dev/shm/c') and not os.path.exists('/var/tmp/b')
assert [e.name for e in os.scandir('/tmp/own/deep')] == os.listdir('/tmp/own/deep') == ['a']
assert glob.glob('/tmp/own/*/a') and list(os.walk('/tmp/own'))[1][2] == ['a']
shutil.copy2('/dev/shm/c', '/mnt/d')
shutil.copytree('/tmp/own', '/var/tmp/tree')
assert os.listdir('/var/tmp/tree/deep') == ['a'] and os.listxattr('/mnt/d') == []
os.symlink('/dev/shm/c', '/tmp/own/link')
with tempfile.NamedTemporaryFile(dir='/tmp') as f, tempfile.TemporaryDirectory(dir='/var/tmp') as d:
    assert os.path.exists(f.name) and os.path.isdir(d)
out = subprocess.run(['cat', '/tmp/own/link'], capture_output=True, text=True, cwd='/tmp').stdout
assert subprocess.run(['cat', '/tmp/own/link'], capture_output=True, text=True, env={'A': 'b'}).stdout == out
sys.path.insert(0, '/tmp/own')
pathlib.Path('/tmp/own/helper.py').write_text('def text(): return open("/dev/shm/c").read()')
import helper
assert helper.text() == out
shutil.rmtree('/tmp/own')
assert not os.path.exists('/tmp/own')
print(out)
