#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>

#include "sandbox/box_fixture.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

// What a program can see and do from inside.
class IsolationTest : public BoxFixture {};

TEST_F(IsolationTest, NoPrivileges) {
  const std::string status = Output(Shell("cat /proc/self/status"));
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
    EXPECT_THAT(status, HasSubstr(std::string(set) + ":\t0000000000000000\n"));
  }
  EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2\n"));
  EXPECT_THAT(status, HasSubstr("SigBlk:\t0000000000000000\n"));
  EXPECT_THAT(status, HasSubstr("SigIgn:\t0000000000000000\n"));
  EXPECT_THAT(status, HasSubstr("Groups:\t \n"));
  const std::string uid = Output(Shell("id -u; id -g; whoami"));
  EXPECT_THAT(uid, testing::MatchesRegex("6100[01]\n6100[01]\nsandbox\n"));
  EXPECT_EQ(Output(Shell("umask; pwd; nice; hostname; ulimit -c; ulimit -n")),
            "0022\n/box\n" + std::to_string(::getpriority(PRIO_PROCESS, 0)) + "\nbox\n0\n" +
                (OneUser() ? "512\n" : "1024\n"));
}

TEST_F(IsolationTest, NotTheInitOfItsNamespace) {
  EXPECT_NE(Output(Shell("echo $$")), "1\n");
}

TEST_F(IsolationTest, SeesOnlyItself) {
  EXPECT_EQ(Output(Shell("cd /proc; set -- [0-9]*; echo $#; test -e /proc/1 && echo agent; true")),
            "1\n");
  EXPECT_NE(Run(Shell("cat /proc/1/status")).exit_code, 0);
  EXPECT_NE(Run(Shell("ls /proc/1/fd")).exit_code, 0);
  EXPECT_NE(Run(Shell("kill -9 1")).exit_code, 0);
  EXPECT_NE(Run(Shell("kill -STOP 1")).exit_code, 0);
}

// What one user may do to its own processes, to the first one of the namespace.
TEST_F(IsolationTest, TheFirstProcessIsOutOfReach) {
  for (const char* attempt :
       {"os.setpriority(os.PRIO_PROCESS, 1, 19)", "os.setpriority(os.PRIO_PGRP, 1, 19)",
        "os.sched_setscheduler(1, os.SCHED_BATCH, os.sched_param(0))",
        "resource.prlimit(1, resource.RLIMIT_NOFILE, (10, 10))", "os.kill(1, signal.SIGKILL)",
        "os.kill(1, signal.SIGSTOP)"}) {
    const std::string code = std::string("import os, resource, signal\ntry:\n    ") + attempt +
                             "\n    print('done')\nexcept OSError as error:\n    "
                             "print(type(error).__name__)\n";
    EXPECT_EQ(Output(Python(code)), "PermissionError\n") << attempt;
  }
}

TEST_F(IsolationTest, HostFilesAreOutOfReach) {
  EXPECT_EQ(Output(Shell("ls -A / | tr '\\n' ' '")).find("root"), std::string::npos);
  for (const char* path : {"/root", "/home", "/etc/shadow", "/etc/machine-id", "/run", "/boot",
                           "/sys/fs", "/var/lib", "/dev/tty", "/dev/ptmx", "/.scratch/0"}) {
    EXPECT_NE(Run(Shell(std::string("test -e ") + path)).exit_code, 0) << path;
  }
  for (const char* path : {"/usr/x", "/etc/x", "/x", "/dev/x", "/proc/self/oom_score_adj",
                           "/proc/sys/kernel/hostname"}) {
    EXPECT_NE(Run(Shell(std::string("echo 0 > ") + path)).exit_code, 0) << path;
  }
  // Where the kernel has it, /dev/null lies over it.
  EXPECT_EQ(
      Run(Shell("[ ! -e /proc/sysrq-trigger ] || cmp /proc/sysrq-trigger /dev/null")).exit_code, 0);
  EXPECT_EQ(Output(Shell("cat /proc/keys /proc/timer_list /proc/kallsyms | wc -c")), "0\n");
  EXPECT_EQ(Output(Shell("cat /etc/hosts | grep -c localhost; echo $(< /etc/hostname)")),
            "2\nbox\n");
}

TEST_F(IsolationTest, WritablePlaces) {
  EXPECT_EQ(Output(Shell("for d in /box /tmp /var/tmp /mnt /dev/shm; do\n"
                         "  cp /bin/echo $d/p && $d/p ok $d || exit 1\n"
                         "  stat -c %a $d; done")),
            "ok /box\n1777\nok /tmp\n1777\nok /var/tmp\n1777\nok /mnt\n1777\n"
            "ok /dev/shm\n1777\n");
  if (OneUser()) {
    // They are the program's own, so whatever it does to them goes with them.
    EXPECT_EQ(Output(Shell("chmod 700 /tmp; touch -d yesterday /box; stat -c %a /tmp")), "700\n");
    EXPECT_EQ(Output(Shell("stat -c %a:%Y /tmp /box")), "1777:946684800\n1777:946684800\n");
    return;
  }
  for (const char* attempt : {"chmod 700 /tmp", "touch -d yesterday /box", "mv /tmp /tmp2"}) {
    EXPECT_NE(Run(Shell(attempt)).exit_code, 0) << attempt;
  }
}

TEST_F(IsolationTest, MemoryWithoutAProcessIsForTiersThatCountIt) {
  const bool counted = FindTier(runner()->tier())->program_user != ProgramUser::kSharedUncounted;
  EXPECT_EQ(Output(Python("import os\ntry: os.memfd_create('x'); print('made')\n"
                          "except OSError as e: print(e.errno)")),
            counted ? "made\n" : std::to_string(ENOSYS) + "\n");
}

// Nothing of a thread's own escapes a look at its process.
TEST_F(IsolationTest, DescriptorsOfOneThreadAreForTiersThatCountThem) {
  const bool counted = FindTier(runner()->tier())->program_user != ProgramUser::kSharedUncounted;
  EXPECT_EQ(Output(Python("import ctypes\n"
                          "c=ctypes.CDLL(None,use_errno=True)\n"
                          "for flags in (0,2,6):\n"
                          "  r=c.syscall(436,ctypes.c_uint(~0),ctypes.c_uint(~0),flags)\n"
                          "  print(ctypes.get_errno() if r else 'done')\n")),
            counted ? "done\ndone\ndone\n"
                    : "done\n" + std::to_string(EINVAL) + "\n" + std::to_string(EINVAL) + "\n");
}

TEST_F(IsolationTest, NoNetworkButLoopback) {
  EXPECT_EQ(Output(Python("import socket\n"
                          "s=socket.create_server(('127.0.0.1',8080))\n"
                          "c=socket.create_connection(('127.0.0.1',8080))\n"
                          "a,_=s.accept(); a.send(b'hi'); print(c.recv(9).decode())\n"
                          "a.close(); c.close()\n"
                          "try: socket.create_connection(('8.8.8.8',53),2); print('out')\n"
                          "except OSError as e: print('unreachable')\n"
                          "print([n for _,n in socket.if_nameindex()])\n")),
            "hi\nunreachable\n['lo']\n");
  // The port is free at once for whoever comes next in this box, although the server closed first.
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(Output(Python("import socket\n"
                            "s=socket.socket(); s.bind(('127.0.0.1',9090)); s.listen()\n"
                            "c=socket.create_connection(('127.0.0.1',9090))\n"
                            "a,_=s.accept(); a.close(); c.recv(1); c.close(); print('ok')\n")),
              "ok\n");
  }
}

TEST_F(IsolationTest, DeniedSystemCalls) {
  // name, number on x86-64, arguments; each must fail with EPERM (clone3: ENOSYS).
  const RunResult result = Run(Python(
      "import ctypes,os\n"
      "c=ctypes.CDLL(None,use_errno=True)\n"
      "def t(n,*a):\n"
      "  r=c.syscall(n,*a); e=ctypes.get_errno(); print(n,'ok' if r>=0 else os.strerror(e))\n"
      "for n in "
      "(165,166,155,161,101,310,311,321,298,323,425,248,250,304,303,438,300,428,430,442):\n"
      "  t(n,0,0,0,0,0)\n"
      "for f in (0x20000,0x02000000,0x04000000,0x08000000,0x10000000,0x20000000,0x40000000):\n"
      "  t(56,f|17,0,0,0,0); t(272,f)\n"
      "t(308,0,0)\n"
      "for d in (17,38,40,29): t(41,d,3,0)\n"
      "t(41,16,3,9)\n"
      "t(135,0x0400000); t(135,0x0100000)\n"));
  EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
  EXPECT_THAT(result.stdout_bytes, Not(HasSubstr("ok")));
  EXPECT_THAT(result.stdout_bytes, Not(HasSubstr("Bad")));
  EXPECT_THAT(result.stdout_bytes, Not(HasSubstr("Invalid")));
  EXPECT_EQ(Output(Python("import ctypes\nc=ctypes.CDLL(None,use_errno=True)\n"
                          "print(c.syscall(435,0,0),ctypes.get_errno(),c.syscall(135,0xffffffff),"
                          "c.syscall(135,0x0040000))\n")),
            "-1 38 0 0\n");
}

TEST_F(IsolationTest, OtherAbisAreClosed) {
  RunRequest request = Shell("gcc -O1 -o x32 x32.c && exec ./x32");
  request.files = {{"x32.c", Blob::FromString("int main(){long r;__asm__ volatile(\"syscall\":"
                                              "\"=a\"(r):\"a\"(0x40000000L+39):\"rcx\",\"r11\","
                                              "\"memory\");return r>0?0:1;}")}};
  EXPECT_EQ(Run(request).signal, SIGSYS);
  request = Shell("gcc -O1 -o i i.c && exec ./i");
  request.files = {{"i.c", Blob::FromString("int main(){int r;__asm__ volatile(\"int $0x80\":"
                                            "\"=a\"(r):\"a\"(20):\"memory\");return r>0?0:1;}")}};
  EXPECT_EQ(Run(request).signal, SIGSYS);
}

TEST_F(IsolationTest, NothingOutlivesItsRun) {
  RunRequest request = Shell(
      "(setsid bash -c 'trap \"\" TERM HUP; while :; do sleep 0.01; date > /tmp/alive; done' & "
      "disown); echo x > /box/f; echo x > /tmp/.hidden; mkdir -p /mnt/a/b; chmod 000 /mnt/a; "
      "echo x > /dev/shm/s; ln -s / /var/tmp/l; ipcmk -M 64 -Q > /dev/null; true");
  EXPECT_EQ(Output(request), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Output(Shell("find /box /tmp /mnt /dev/shm /var/tmp -mindepth 1; cd /proc; "
                           "set -- [0-9]*; echo $#; ipcs -mq | grep -c 0x; true")),
              "1\n0\n");
  }
}

// The root folder of a box is as old as the box.
TEST_F(IsolationTest, AFreshBoxIsNewForEachRun) {
  RunRequest request = Shell("stat -c %.Y /");
  request.fresh_box = true;
  const std::string first = Output(request);
  request.fresh_box = false;
  EXPECT_EQ(Output(request), first);
  request.fresh_box = true;
  EXPECT_NE(Output(request), first);
}

TEST_F(IsolationTest, ForkBomb) {
  RunRequest request = Shell("f() { f | f & }; f; sleep 1; while :; do :; done");
  request.limits.processes = 64;
  request.limits.cpu_time = milliseconds(700);
  request.limits.wall_time = milliseconds(1500);
  const RunResult result = Run(request);
  EXPECT_TRUE(result.status == RunStatus::kCpuLimit || result.status == RunStatus::kWallLimit);
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

TEST_F(IsolationTest, ProcessLimitIsExact) {
  RunRequest request = Python(
      "import os,time\nn=1\n"
      "try:\n"
      "  while True:\n"
      "    if os.fork()==0: time.sleep(30); os._exit(0)\n"
      "    n+=1\n"
      "except BlockingIOError: print(n)\n");
  request.limits.processes = 20;
  EXPECT_EQ(Output(request), "20\n");
}

TEST_F(IsolationTest, OrphanZombiesDoNotFillTheProcessLimit) {
  RunRequest request = Python(
      "import os,time\n"
      "for i in range(300):\n"
      "  for tries in range(1000):\n"
      "    try: p=os.fork(); break\n"
      "    except BlockingIOError: time.sleep(0.005)\n"
      "  if p==0:\n"
      "    try: os.fork()\n"
      "    except BlockingIOError: pass\n"
      "    os._exit(0)\n"
      "  os.waitpid(p,0)\n"
      "print('done')\n");
  request.limits.processes = 10;
  EXPECT_EQ(Output(request), "done\n");
}

TEST_F(IsolationTest, KillingEveryoneKillsOnlyTheProgram) {
  const RunResult result =
      Run(Python("import os\ntry: os.kill(-1,9)\n"
                 "except ProcessLookupError: print('alive')"));
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.stdout_bytes, "alive\n");
  EXPECT_EQ(Output(Shell("for i in $(seq 1024); do eval \"exec $i>&-\"; done; exit 0")), "");
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

TEST_F(IsolationTest, ScratchThatCannotBeEmptiedQuicklyCostsTheBoxNotTheNextRun) {
  for (const char* mess :
       {"for i in $(seq 40); do mkdir d$i; (cd d$i; touch $(seq 1000)); done",
        "for i in $(seq 200); do mkdir d; cd d; done", "mkdir a; touch a/b; chmod 000 a"}) {
    EXPECT_EQ(Run(Shell(mess)).exit_code, 0) << mess;
    for (int i = 0; i < 2; ++i) EXPECT_EQ(Output(Shell("ls -A /box | wc -l")), "0\n");
  }
}

TEST_F(IsolationTest, ScratchIsBoundedInBytesAndEntries) {
  RunRequest request = Shell("head -c 3000000000 /dev/zero > f; stat -c %s f");
  request.limits.memory_bytes = 0;
  request.limits.file_bytes = 4LL << 30;
  EXPECT_EQ(Run(request).stdout_bytes, std::to_string(1 << 30) + "\n");
  request = Python(
      "import errno\n"
      "try:\n"
      "  for i in range(100000): open(str(i),'w').close()\n"
      "except OSError as e: print(errno.errorcode[e.errno])\n");
  EXPECT_EQ(Output(request), "ENOSPC\n");
}

TEST_F(IsolationTest, MemoryFullOfFilesAndTinyProcesses) {
  RunRequest request = Shell(
      "for i in $(seq 50); do sleep 20 & done; head -c 200000000 /dev/zero > /tmp/f; sleep 20");
  request.limits.memory_bytes = 96 << 20;
  request.limits.file_bytes = 1 << 30;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

}  // namespace
}  // namespace assay
