# The writable places: what is in them, and how they look.
import ctypes, os
root = os.getcwd()[:-len("/box")]
for place in ("/box", "/tmp", "/var/tmp", "/mnt", "/dev/shm"):
    place = root + place
    s = os.stat(place)
    print(place[len(root):], os.listdir(place), oct(s.st_mode), s.st_nlink, s.st_mtime_ns, os.listxattr(place))
    for call in (lambda: os.setxattr(place, "user.answer", b"x"), lambda: os.chmod(place, 0), lambda: os.utime(place)):
        try:
            call()
            print("as if done")
        except OSError as error:
            print(error.errno)
for outside in (root, os.path.dirname(root), "/usr/bin", "/"):
    for call in (lambda: os.mkdir(outside + "/made"), lambda: open(outside + "/made", "w"), lambda: os.symlink("x", outside + "/made"),
                 lambda: os.link("/usr/bin/python3", "linked"), lambda: os.rename(root + "/mnt", outside + "/moved")):
        try:
            call()
            print("made")
        except OSError as error:
            print(error.errno)
for i in range(500):
    os.close(os.open(f"{root}/tmp/{i}", os.O_CREAT | os.O_RDWR))
os.makedirs(root + "/mnt/deep/er")
os.mkdir(root + "/dev/shm/closed", 0)
os.mkfifo("fifo")
