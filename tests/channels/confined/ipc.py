# System V objects and message queues: there are none.
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
rt = ctypes.CDLL("librt.so.1", use_errno=True)


def call(function, *arguments):
    ctypes.set_errno(0)
    return function(*arguments), ctypes.get_errno()


found = [call(libc.shmget, 7, 4096, 0o1600), call(libc.semget, 7, 3, 0o1600), call(libc.msgget, 7, 0o1600),
         call(libc.shmctl, 0, 13, ctypes.create_string_buffer(512)), call(libc.msgctl, 0, 11, ctypes.create_string_buffer(512)),
         call(libc.semctl, 0, 0, 18, ctypes.create_string_buffer(512)), call(libc.msgsnd, 0, b"12345678x", 1, 2048),
         call(rt.mq_open, b"/left", os.O_CREAT | os.O_RDWR, 0o600, None), call(libc.memfd_create, b"x", 0)]
print(found)
assert found == [(-1, 38)] * len(found)
