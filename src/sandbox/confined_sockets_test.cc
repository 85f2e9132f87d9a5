// Local sockets of programs in boxes of the landlock tier, used and attacked from inside. As root
// the tests of confined_box_test.cc run these as an ordinary user.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "base/fd.h"
#include "sandbox/box_fixture.h"

namespace assay {
namespace {

class ConfinedSocketsTest : public BoxFixture {
 protected:
  static void SetUpTestSuite() {
    SandboxOptions options;
    options.tier = &LandlockTier();
    options.slots = 1;  // so that each run is its box's next
    options.allow_weak = true;
    Start(std::move(options));
  }
  void SetUp() override {
    if (runner() != nullptr) return;
    if (!LandlockTier().probe().allowed) GTEST_SKIP() << problem();
    FAIL() << problem();
  }
  // With what most of the programs here use. Without the library that makes paths of the box's
  // places of those that a program makes up.
  static RunRequest Sockets(const std::string& code) {
    RunRequest request = WithLibrary(code);
    request.argv.insert(request.argv.begin(), {"/usr/bin/env", "-u", "LD_PRELOAD"});
    return request;
  }
  static RunRequest WithLibrary(const std::string& code) {
    return Python(
        "import ctypes, errno, os, socket, sys, threading, time\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "def stream(): return socket.socket(socket.AF_UNIX)\n"
        "def serve(name, backlog=5):\n"
        "    server = stream()\n    server.bind(name)\n    server.listen(backlog)\n"
        "    return server\n"
        "def client(name):\n"
        "    made = stream()\n    made.connect(name)\n    return made\n"
        "def fails(call, *arguments):\n"
        "    try: call(*arguments)\n"
        "    except OSError as error: return errno.errorcode[error.errno]\n"
        "    return 'nothing'\n" +
        code);
  }
};

// A socket of the host's that anybody may connect to.
class HostSocket {
 public:
  explicit HostSocket(bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "/tmp/assay-host-" + std::to_string(::getpid());
    std::memcpy(address.sun_path + (abstract ? 1 : 0), name.data(), name.size());
    path_ = abstract ? "" : name;
    // So that no box translates it, and as Python writes it.
    text_ = abstract ? "\\0" + name : "/." + name;
    socket_.Reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const size_t size = offsetof(sockaddr_un, sun_path) + name.size() + (abstract ? 1 : 0);
    EXPECT_EQ(
        ::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), static_cast<socklen_t>(size)),
        0);
    if (!abstract) ::chmod(path_.c_str(), 0777);
    EXPECT_EQ(::listen(socket_.get(), 64), 0);
  }
  ~HostSocket() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  HostSocket(const HostSocket&) = delete;
  HostSocket& operator=(const HostSocket&) = delete;
  const std::string& text() const { return text_; }
  bool WasConnectedTo() const {
    return UniqueFd(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)).valid();
  }

 private:
  UniqueFd socket_;
  std::string path_, text_;
};

TEST_F(ConfinedSocketsTest, AProgramTalksToAThreadOfItsOwn) {
  for (const char* name : {"\\0own", "own", "/tmp/own", "\\0"}) {
    EXPECT_EQ(Output(Sockets("server = serve('" + std::string(name) +
                             "')\n"
                             "threading.Thread(target=lambda: server.accept()[0].sendall(b'ready'))"
                             ".start()\nprint(client('" +
                             name + "').recv(5))\n")),
              "b'ready'\n")
        << name;
  }
}

TEST_F(ConfinedSocketsTest, ProcessesOfARunTalk) {
  EXPECT_EQ(Output(Sockets(R"(
server = serve('\0family')
for i in range(3):
    if os.fork() == 0:
        made = client('\0family')
        made.sendall(bytes([i]))
        os._exit(made.recv(1)[0])
got = 0
for i in range(3):
    made, _ = server.accept()
    got += made.recv(1)[0]
    made.sendall(bytes([40 + i]))
print(got, sorted(os.waitstatus_to_exitcode(os.wait()[1]) for i in range(3)))
)")),
            "3 [40, 41, 42]\n");
}

// The name that the kernel tells leads there as well: libraries hand it on.
TEST_F(ConfinedSocketsTest, NamesThatAreAskedForLeadToTheirSockets) {
  EXPECT_EQ(Output(Sockets(R"(
from multiprocessing.connection import Client, Listener
listener = Listener('\0listener')
def answer():
    with listener.accept() as made: made.send(made.recv() + 1)
threading.Thread(target=answer).start()
with Client(listener.address) as made:
    made.send(41)
    print(made.recv())
chosen = stream()
chosen.bind('')
chosen.listen()
print(client(chosen.getsockname()) is not None, len(chosen.getsockname()))
)")),
            "42\nTrue 33\n");
}

TEST_F(ConfinedSocketsTest, ClientsBeyondTheBacklogWait) {
  EXPECT_EQ(Output(Sockets(R"(
server = serve('\0busy', 1)
got = []
def ask(i):
    made = client('\0busy')
    made.sendall(bytes([i]))
    got.append(made.recv(1)[0])
threads = [threading.Thread(target=ask, args=(i,)) for i in range(60)]
for thread in threads: thread.start()
time.sleep(0.1)
for i in range(60):
    made, _ = server.accept()
    made.sendall(made.recv(1))
for thread in threads: thread.join()
print(sorted(got) == list(range(60)))
)")),
            "True\n");
}

TEST_F(ConfinedSocketsTest, WhoDoesNotWaitIsToldAndFlagsAreKept) {
  EXPECT_EQ(Output(Sockets(R"(
import fcntl
server = serve('\0busy')
server.setblocking(False)
print(fails(server.accept))
made = []
while len(made) < 100:
    one = stream()
    one.setblocking(False)
    error = fails(one.connect, '\0busy')
    if error != 'nothing': break
    made.append(one)
print(error, len(made))
def flags(one): return (os.get_blocking(one.fileno()), os.get_inheritable(one.fileno()))
print(flags(made[0]), flags(server))
server.accept()
one.connect('\0busy')
server.accept()
for inherited in False, True:
    one = stream()
    one.set_inheritable(inherited)
    one.connect('\0busy')
    print(flags(one))
    server.accept()
)")),
            "EAGAIN\nEAGAIN 17\n(False, False) (False, False)\n(True, False)\n(True, True)\n");
}

TEST_F(ConfinedSocketsTest, ErrorsAreTheKernels) {
  EXPECT_EQ(Output(Sockets(R"(
import struct
server = serve('\0one')
print(fails(server.bind, '\0two'), fails(server.listen), fails(stream().bind, '\0one'),
      fails(client, '\0none'), fails(client, 'none'), fails(stream().listen),
      fails(socket.socketpair()[0].listen))
made = client('\0one')
print(fails(made.connect, '\0one'), fails(made.bind, '\0two'), fails(server.connect, '\0one'))
named = stream()
named.bind('\0named')
print(fails(client, '\0named'))
def call(function, *arguments):
    ctypes.set_errno(0)
    return 'nothing' if function(*arguments) == 0 else errno.errorcode[ctypes.get_errno()]
unix = struct.pack('=H', socket.AF_UNIX)
inet = struct.pack('=H', socket.AF_INET) + bytes(14)
fd = stream().fileno()
one = stream()
for function in libc.bind, libc.connect:
    print(call(function, 99, unix + b'\0one', 6), call(function, -1, unix + b'\0one', 6),
          call(function, 0, unix + b'\0one', 6), call(function, one.fileno(), inet, 16),
          call(function, one.fileno(), ctypes.c_void_p(8), 6),
          call(function, one.fileno(), ctypes.c_void_p(-8), 6),
          call(function, one.fileno(), unix + bytes(200), 111),
          call(function, one.fileno(), unix, 1), call(function, one.fileno(), unix, -1))
print(call(libc.listen, 99, 1), call(libc.listen, 0, 1))
made = client('\0one')
server.close()
print(fails(client, '\0one'))
print(serve('\0one') is not None)
)")),
            "EINVAL nothing EADDRINUSE ECONNREFUSED ENOENT EINVAL EINVAL\n"
            "EISCONN EINVAL EINVAL\nECONNREFUSED\n"
            "EBADF EBADF ENOTSOCK EAFNOSUPPORT EFAULT EFAULT EINVAL EINVAL EINVAL\n"
            "EBADF EBADF ENOTSOCK EAFNOSUPPORT EFAULT EFAULT EINVAL EINVAL EINVAL\n"
            "EBADF ENOTSOCK\nECONNREFUSED\nTrue\n");
}

TEST_F(ConfinedSocketsTest, PathsAreThoseOfTheBox) {
  RunRequest request = WithLibrary("exec(open('program').read())");
  request.files = {{"program", Blob::FromString(R"(
server = serve('/tmp/own')
print(os.path.exists('/tmp/own'), fails(serve, '/tmp/own'))
os.chdir('/tmp')
client('own').sendall(b'one')
print(server.accept()[0].recv(3))
server.close()
print(fails(client, 'own'), fails(serve, 'own'))
os.unlink('own')
print(fails(client, 'own'), fails(stream().bind, '/none/own'), fails(stream().bind, '/tmp'))
again = serve('own', 16)
os.mkdir('d')
os.symlink('/tmp', 'd/up')
os.symlink('own', 'other')
for way in '/tmp/own', './own', '//tmp//own', os.path.abspath('own'), 'd/../own', 'd/up/own', 'other':
    client(way)
    again.accept()
os.rename('own', 'moved')
client('moved').sendall(b'two')
print(again.accept()[0].recv(3))
open('file', 'w')
print(fails(client, 'file'), fails(client, 'd'), fails(stream().bind, 'x' * 107))
)")}};
  EXPECT_EQ(Output(request),
            "True EADDRINUSE\nb'one'\nECONNREFUSED EADDRINUSE\nENOENT ENOENT EADDRINUSE\n"
            "b'two'\nECONNREFUSED ECONNREFUSED nothing\n");
}

TEST_F(ConfinedSocketsTest, SocketsThatListenAreFewAndThoseThatCloseMakeRoom) {
  EXPECT_EQ(Output(Sockets(R"(
servers = [serve('\0%d' % i) for i in range(4)]
print(fails(serve, '\0more'))
servers.pop().close()
servers.append(serve('\0more'))
named = []
for i in range(100):
    one = stream()
    error = fails(one.bind, '\0named%d' % i)
    if error != 'nothing': break
    named.append(one)
print(error, len(named))
for i in range(100):
    servers.pop().close()
    servers.append(serve('again'))
print(len(servers))
)")),
            "EMFILE\nEMFILE 4\n4\n");
}

TEST_F(ConfinedSocketsTest, TheHostsSocketsAreOutOfReach) {
  for (const bool abstract : {true, false}) {
    const HostSocket host(abstract);
    EXPECT_EQ(Output(Sockets("name = '" + host.text() + R"('
def blocking(one): one.setblocking(False); one.connect(name)
print(fails(client, name), fails(blocking, stream()), fails(stream().sendto, b'x', name),
      fails(stream().sendmsg, [b'x'], [], 0, name),
      fails(socket.socketpair()[0].sendto, b'x', name), fails(socket.socketpair()[0].connect, name),
      fails(socket.socketpair(type=socket.SOCK_SEQPACKET)[0].connect, name))
)")),
              abstract ? "ECONNREFUSED ECONNREFUSED ENOTSUP ENOTSUP EISCONN ECONNREFUSED "
                         "ECONNREFUSED\n"
                       : "ENOENT ENOENT ENOTSUP ENOTSUP EISCONN ENOENT ENOENT\n");
    // Nor is its name taken: a program's own of that name is another.
    EXPECT_EQ(Output(Sockets("name = '" + host.text() +
                             "'\nserver = serve(name)\nclient(name).sendall(b'own')\n"
                             "print(server.accept()[0].recv(3))\n")),
              "b'own'\n");
    EXPECT_FALSE(host.WasConnectedTo());
  }
}

TEST_F(ConfinedSocketsTest, OtherKindsAreNotMade) {
  EXPECT_EQ(Output(Sockets(R"(
for family in range(0, 46):
    for kind in range(0, 16):
        for flags in 0, socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC:
            if libc.socket(family, kind | flags, 0) >= 0: print(family, kind)
libc.syscall.argtypes = [ctypes.c_long] * 4
for family in (1 << 32) + 2, (1 << 32) + 1, (1 << 32) + 16:
    for kind in 1, (1 << 32) + 1, (1 << 32) + 2:
        if libc.syscall(41, family, kind, 0) >= 0: print(family, kind)
)")),
            "1 1\n1 1\n");
}

TEST_F(ConfinedSocketsTest, NamesEndWithTheirRun) {
  const std::string name = Output(Sockets(R"(
server = serve('\0kept')
path = serve('kept')
if os.fork() == 0: time.sleep(60)
print(server.getsockname().decode()[1:], end='')
)"));
  EXPECT_EQ(name.size(), 32U);
  EXPECT_EQ(Output(Sockets("print(fails(client, '\\0kept'), fails(client, 'kept'), "
                           "fails(client, chr(0) + '" +
                           name +
                           "'))\nservers = [serve('\\0%d' % i) for i in range(4)]\n"
                           "print(len(servers))\n")),
            "ECONNREFUSED ENOENT ECONNREFUSED\n4\n");
}

// What is connected to is what was looked at, whatever the address is by then.
TEST_F(ConfinedSocketsTest, AnAddressThatChangesLeadsNowhereElse) {
  for (const bool abstract : {true, false}) {
    const HostSocket host(abstract);
    EXPECT_EQ(Output(Sockets("host = b'" + host.text() + "'\nown = b'" +
                             (abstract ? "\\0/own" : "/own") + R"('
import mmap, signal, struct
shared = mmap.mmap(-1, 4096)
at = ctypes.addressof(ctypes.c_char.from_buffer(shared))
def address(name): return struct.pack('=H', socket.AF_UNIX) + name.ljust(len(host), b'\0')
own, size = own.ljust(len(host), b'\0') if own[:1] == b'\0' else own, 2 + len(host)
server = serve(own, 64)
pids = []
for i in range(2):
    pids.append(os.fork())
    if pids[-1] == 0:
        if i == 0:
            while True: server.accept()[0].close()
        one, two = address(host), address(own)
        while True:
            shared[:size] = one
            shared[:size] = two
shared[:size] = address(host)
made = 0
one = stream()
for i in range(10000):
    if libc.connect(one.fileno(), ctypes.c_void_p(at), size) == 0:
        made += 1
        one = stream()
for pid in pids: os.kill(pid, signal.SIGKILL)
print(100 < made < 9900 or made)
)")),
              "True\n");
    EXPECT_FALSE(host.WasConnectedTo());
  }
}

TEST_F(ConfinedSocketsTest, WhoIsKilledInACallLeavesNothing) {
  EXPECT_EQ(Output(Sockets(R"(
import random, signal
server = serve('\0one')
full = [client('\0one') for i in range(17)]
waiting = []
for i in range(20):
    waiting.append(os.fork())
    if waiting[-1] == 0:
        client('\0one')
        os._exit(1)
time.sleep(0.1)
for pid in waiting: os.kill(pid, signal.SIGKILL)
print({os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in waiting})
for one in full: server.accept()[0].close()
# At any point of one.
for i in range(200):
    pid = os.fork()
    if pid == 0:
        while True:
            named = serve('\0named%d' % i)
            one = client('\0named%d' % i)
            named.accept()
            named.close()
    time.sleep(random.random() / 200)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
one = client('\0one')
server.accept()[0].sendall(b'on')
print(one.recv(2))
)")),
            "{-9}\nb'on'\n");
}

// One that comes before the broker has looked makes the call begin anew, or fail where the program
// wants that.
TEST_F(ConfinedSocketsTest, SignalsDoNotMakeACallTwice) {
  EXPECT_EQ(Output(Sockets(R"(
import signal
signal.signal(signal.SIGALRM, lambda *_: None)
signal.siginterrupt(signal.SIGALRM, False)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
for i in range(500):
    server = serve('\0one')
    one = client('\0one')
    server.accept()[0].sendall(b'x')
    assert one.recv(1) == b'x'
    server.close()
signal.setitimer(signal.ITIMER_REAL, 0)
print('done')
)")),
            "done\n");
}

// Descriptors, addresses and memory that come and go while threads and processes call, and end.
TEST_F(ConfinedSocketsTest, NonsenseHarmsNobody) {
  EXPECT_EQ(Output(Sockets(R"(
import mmap, random, signal, struct
shared = mmap.mmap(-1, 1 << 16)
at = ctypes.addressof(ctypes.c_char.from_buffer(shared))
unix = struct.pack('=H', socket.AF_UNIX)
names = [b'\0%d' % i for i in range(6)] + [b'path%d' % i for i in range(6)] + [b'', bytes(108)]
def nonsense(seed):
    dice = random.Random(seed)
    fds = list(range(3, 40)) + [-1, 1 << 30, 511, 512]
    while True:
        shared[:112] = (unix + dice.choice(names)).ljust(112, b'\0')
        fd, size = dice.choice(fds), dice.choice([2, 3, 4, 8, 110, 111, -1, 1 << 31 - 1])
        where = ctypes.c_void_p(dice.choice([at, at, at, at, at + (1 << 16) - 4, 8, -8, 1 << 63]))
        call = dice.randrange(9)
        if call == 0: libc.socket(1, 1 | dice.choice([0, 0o4000, 0o2000000]), 0)
        elif call == 1: libc.bind(fd, where, size)
        elif call == 2: libc.listen(fd, dice.choice([-1, 0, 5, 1 << 30]))
        elif call == 3: libc.connect(fd, where, size)
        elif call == 4 and fd != shared: libc.close(fd)
        elif call == 5: libc.dup2(fd, dice.choice(fds))
        elif call == 6: libc.accept4(fd, None, None, 0o4000)
        elif call == 7: libc.send(fd, where, 4, 0x4040)
        elif dice.random() < 0.02: os._exit(0) if dice.random() < 0.5 else os.kill(os.getpid(), 9)
end = time.monotonic() + 2
children = []
turn = 0
while time.monotonic() < end:
    if len(children) < 6:
        turn += 1
        children.append(os.fork())
        if children[-1] == 0:
            for i in range(2): threading.Thread(target=nonsense, args=(turn * 10 + i,)).start()
            nonsense(turn * 10)
    time.sleep(0.01)
    if turn % 2: os.kill(children[0], signal.SIGKILL)
    children = [pid for pid in children if os.waitpid(pid, os.WNOHANG)[0] == 0]
for pid in children: os.kill(pid, signal.SIGKILL)
for pid in children: os.waitpid(pid, 0)
server = serve('\0after')
one = client('\0after')
server.accept()[0].sendall(b'on')
print(one.recv(2), turn > 20 or turn)
)")),
            "b'on' True\n");
}

// What belongs to no process is bounded: connections that nobody accepts, and what is in them.
TEST_F(ConfinedSocketsTest, WhatNobodyAcceptsIsBounded) {
  RunRequest request = Sockets(R"(
made = 0
for i in range(20):
    if fails(serve, '\0%d' % i) != 'nothing': continue
servers = []
for i in range(20):
    try: servers.append(serve('\0full%d' % i, 4096))
    except OSError: break
for i in range(len(servers)):
    while True:
        one = stream()
        one.setblocking(False)
        if fails(one.connect, '\0full%d' % i) != 'nothing': break
        made += 1
        while fails(one.send, bytes(1 << 16)) == 'nothing': pass
        one.close()
print(len(servers), made)
)");
  EXPECT_EQ(Output(request), "4 68\n");
}

}  // namespace
}  // namespace assay
