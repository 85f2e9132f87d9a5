// What a box that stays does: processes, their ends, pipes, input, signals, terminals, limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <csignal>
#include <sstream>
#include <string>
#include <thread>

#include "base/whole_file.h"
#include "sandbox/live_box_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;

class LiveBoxTest : public LiveBoxFixture {};

TEST_F(LiveBoxTest, RunsProgramsOneAfterTheOtherOnTheSameFiles) {
  const auto box = NewBox();
  EXPECT_EQ(Output(*box, "echo first > note; mkdir /workspace /app; pwd; id -un"),
            "/home/user\nuser\n");
  EXPECT_EQ(Output(*box, "cat note; ls -d /workspace; echo $HOME"),
            "first\n/workspace\n/home/user\n");
}

TEST_F(LiveBoxTest, TellsHowAProgramEnded) {
  const auto box = NewBox();
  const Ran seven = RunShell(*box, "echo out; echo err >&2; exit 7");
  ASSERT_TRUE(seven.end.ok());
  EXPECT_EQ(seven.end->exit_code, 7);
  EXPECT_EQ(seven.out, "out\n");
  EXPECT_EQ(seven.err, "err\n");
  const Ran killed = RunShell(*box, "kill -TERM $$");
  ASSERT_TRUE(killed.end.ok());
  EXPECT_EQ(killed.end->signal, SIGTERM);
  EXPECT_FALSE(killed.end->out_of_memory);
}

TEST_F(LiveBoxTest, AProgramThatIsNotThereIsTheBoxsOwnAnswer) {
  const auto box = NewBox();
  ProcessSpec spec;
  spec.argv = {"no-such-program"};
  const Ran ran = Run(*box, spec);
  ASSERT_FALSE(ran.end.ok());
  EXPECT_EQ(ran.end.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(ran.end.error().sys_errno, ENOENT);

  spec.argv = {"true"};
  spec.directory = "/no/such/folder";
  const Ran nowhere = Run(*box, spec);
  ASSERT_FALSE(nowhere.end.ok());
  EXPECT_EQ(nowhere.end.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(nowhere.end.error().stage, "sandbox.directory");
  EXPECT_EQ(nowhere.end.error().sys_errno, ENOENT);
}

TEST_F(LiveBoxTest, EnvironmentAndDirectoryAreAsAskedFor) {
  const auto box = NewBox();
  ProcessSpec spec = Shell("pwd; echo $GREETING $USER; echo $PATH");
  spec.directory = "/tmp";
  spec.env = {{"GREETING", "hello"}, {"PATH", "/usr/bin"}};
  EXPECT_EQ(Run(*box, spec).out, "/tmp\nhello user\n/usr/bin\n");
}

TEST_F(LiveBoxTest, InputArrivesWholeAndEnds) {
  const auto box = NewBox();
  std::string input;
  for (int i = 0; i < 300'000; ++i) input += std::to_string(i) + "\n";
  EXPECT_EQ(RunShell(*box, "wc -c", input).out, std::to_string(input.size()) + "\n");
  EXPECT_EQ(RunShell(*box, "wc -c").out, "0\n") << "no input: end of file at once";
}

TEST_F(LiveBoxTest, InputIsBoundedWhileNobodyReads) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  ProcessSpec spec = Shell("exec sleep 1000");
  spec.input = true;
  const auto process = box->Start(spec, told);
  ASSERT_TRUE(told->AwaitStart());
  Status status;
  for (int i = 0; i < 10 && status.ok(); ++i) status = process->Write(std::string(1 << 20, 'x'));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kResource);
  process->Signal(SIGKILL);
  EXPECT_EQ(told->AwaitEnd()->signal, SIGKILL);
  EXPECT_TRUE(process->Write("late").ok());
}

TEST_F(LiveBoxTest, AProgramMayCloseItsPipesEarly) {
  const auto box = NewBox();
  const Ran ran =
      RunShell(*box, "exec <&- >&-; sleep 0.1; echo still >&2; exit 3", std::string(1 << 20, 'x'));
  ASSERT_TRUE(ran.end.ok());
  EXPECT_EQ(ran.end->exit_code, 3);
  EXPECT_EQ(ran.err, "still\n");
}

TEST_F(LiveBoxTest, WhatItLeftRunningLivesOnAndIsNotHeard) {
  const auto box = NewBox();
  const Ran ran = RunShell(
      *box, "(sleep 0.2; echo late; echo here > /tmp/late; sleep 1000) & echo now; exit 0");
  EXPECT_EQ(ran.code(), 0);
  EXPECT_EQ(ran.out, "now\n");
  EXPECT_EQ(Output(*box,
                   "until [ -e /tmp/late ] && pgrep -fx 'sleep 1000' > /dev/null; do sleep 0.05; "
                   "done; pgrep -cfx 'sleep 1000'"),
            "1\n");
}

// Each costs the kernel memory in every group of every other box.
TEST_F(LiveBoxTest, ABoxHasFewFileSystemsOfItsOwn) {
  const auto box = NewBox(), other = NewBox();
  const auto host = ReadFile("/proc/self/mountinfo", "test");
  ASSERT_TRUE(host.ok());
  const char* const mounts = "cut -d' ' -f3 /proc/self/mountinfo | sort -u | sed 's/.*/ & /'";
  const std::string others = Output(*other, mounts);
  std::istringstream all(Output(*box, mounts));
  std::vector<std::string> own;
  for (std::string device; all >> device;) {
    const std::string field = " " + device + " ";
    if ((*host + others).find(field) == std::string::npos) own.push_back(device);
  }
  EXPECT_EQ(own.size(), 3U);  // its files, its terminals, its /proc
  EXPECT_EQ(Output(*box, "du -sxk /etc | cut -f1 | awk '{print ($1 < 64)}'"), "1\n");
  // What is hidden is hidden all the same.
  EXPECT_EQ(Output(*box, "ls -a /proc/irq /proc/bus 2>/dev/null | grep -v '^/proc' | wc -l"),
            "0\n");
  EXPECT_EQ(Output(*box, "stat -c %a /proc/irq; touch /proc/irq/x 2>/dev/null || echo no"),
            "0\nno\n");
  EXPECT_EQ(Output(*box, "ls -d /.mask 2>/dev/null; getent services ssh | tr -s ' '"),
            "ssh 22/tcp\n");
}

TEST_F(LiveBoxTest, OrphansAreReaped) {
  const auto box = NewBox();
  EXPECT_EQ(Output(*box,
                   "for i in $(seq 50); do (sleep 0.01 &) ; done; sleep 0.5;"
                   "grep -l '^State:.Z' /proc/[0-9]*/status | wc -l"),
            "0\n");
}

TEST_F(LiveBoxTest, ABackgroundJobIsFoundByItsCommandLine) {
  const auto box = NewBox();
  EXPECT_EQ(Output(*box, "nohup sh -c 'sleep 1000' >/tmp/log 2>&1 & echo $! > /tmp/pid"), "");
  EXPECT_THAT(
      Output(*box,
             "until tr '\\0' ' ' < /proc/$(cat /tmp/pid)/cmdline | grep .; do sleep 0.01; done"),
      HasSubstr("sleep 1000"));
}

TEST_F(LiveBoxTest, SignalsReachTheWholeGroup) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  const auto process =
      box->Start(Shell("trap 'echo caught; exit 5' INT; echo set; sleep 1000 & wait"), told);
  ASSERT_TRUE(told->AwaitOutput("set"));
  process->Signal(SIGINT);
  const auto end = told->AwaitEnd();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_code, 5);
  EXPECT_EQ(told->out(), "set\ncaught\n");
}

TEST_F(LiveBoxTest, ASignalBeforeTheStartIsNotLost) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  box->Start(Shell("exec sleep 1000"), told)->Signal(SIGKILL);
  EXPECT_EQ(told->AwaitEnd()->signal, SIGKILL);
}

TEST_F(LiveBoxTest, APausedReaderStopsTheProgramAndNothingIsLost) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  const auto process =
      box->Start(Shell("head -c 100000000 /dev/zero; echo done > /tmp/done"), told);
  process->PauseOutput(true);
  ASSERT_TRUE(told->AwaitStart());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(told->out().size(), 10U << 20);
  EXPECT_EQ(RunShell(*box, "test -e /tmp/done").code(), 1);
  process->PauseOutput(false);
  ASSERT_TRUE(told->AwaitEnd().ok());
  EXPECT_EQ(told->out().size(), 100'000'000U);
}

TEST_F(LiveBoxTest, AnEndWaitsForAPausedReader) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  ProcessSpec spec = Shell("read line; echo last; exit 4");
  spec.input = true;
  const auto process = box->Start(spec, told);
  process->PauseOutput(true);
  ASSERT_TRUE(told->AwaitStart());
  ASSERT_TRUE(process->Write("go\n").ok());  // now that it can't have ended before the pause
  Output(*box, "until ! pgrep -f 'echo [l]ast' >/dev/null; do sleep 0.05; done");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_FALSE(told->ended());
  process->PauseOutput(false);
  const auto end = told->AwaitEnd();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_code, 4);
  EXPECT_EQ(told->out(), "last\n");
}

TEST_F(LiveBoxTest, ATerminalIsOne) {
  const auto box = NewBox();
  const auto told = std::make_shared<Told>();
  ProcessSpec spec;
  spec.argv = {"/bin/bash", "--norc"};
  spec.terminal = true;
  spec.rows = 30;
  spec.columns = 100;
  const auto process = box->Start(spec, told);
  ASSERT_TRUE(process->Write("tty; stty size; echo $TERM; echo at-$((20+22))\n").ok());
  ASSERT_TRUE(told->AwaitOutput("at-42")) << told->out();
  EXPECT_THAT(told->out(), HasSubstr("/dev/pts/0"));
  EXPECT_THAT(told->out(), HasSubstr("30 100"));
  EXPECT_THAT(told->out(), HasSubstr("xterm-256color"));
  process->Resize(50, 132);
  ASSERT_TRUE(process->Write("stty size; sh -c 'echo go-$((1+2)); exec sleep 1000'\n").ok());
  ASSERT_TRUE(told->AwaitOutput("50 132")) << told->out();
  ASSERT_TRUE(told->AwaitOutput("go-3")) << told->out();
  ASSERT_TRUE(process->Write("\x03").ok());  // interrupts sleep, not the shell
  ASSERT_TRUE(process->Write("echo back-$?\n").ok());
  ASSERT_TRUE(told->AwaitOutput("back-130")) << told->out();
  // The shell's editor changes the terminal's modes meanwhile, and may lose what ends its input.
  ASSERT_TRUE(process->Write("echo cat-$((1+1)); exec cat\n").ok());
  ASSERT_TRUE(told->AwaitOutput("cat-2")) << told->out();
  ASSERT_TRUE(process->Write("line\n").ok());
  ASSERT_TRUE(told->AwaitOutput("line\r\nline")) << told->out();
  process->CloseInput();
  const auto end = told->AwaitEnd();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->exit_code, 0) << told->out();
}

TEST_F(LiveBoxTest, ProgramsMakeTerminalsOfTheirOwn) {
  const auto box = NewBox();
  EXPECT_THAT(Output(*box, "script -qc 'tty; echo inside' /dev/null"), HasSubstr("inside"));
}

TEST_F(LiveBoxTest, UsageCountsTimeAndProcesses) {
  const auto box = NewBox();
  Output(*box, "sleep 1000 & python3 -c 'import time\nwhile time.process_time() < 0.3: pass'");
  const auto usage = box->Usage();
  ASSERT_TRUE(usage.ok());
  EXPECT_GT(usage->cpu_time, std::chrono::milliseconds(100));
  EXPECT_EQ(usage->processes, 1);
  EXPECT_GT(usage->memory_bytes, 0);
  EXPECT_GE(usage->memory_peak_bytes, usage->memory_bytes);
}

TEST_F(LiveBoxTest, AFrozenBoxStandsStillAndGoesOn) {
  if (!Counted()) GTEST_SKIP() << "nothing freezes without cgroups";
  const auto box = NewBox();
  Output(*box, "(while :; do echo x >> /tmp/count; sleep 0.01; done) >/dev/null 2>&1 &");
  ASSERT_TRUE(box->Freeze().ok());
  const auto cpu = box->Usage()->cpu_time;
  const auto told = std::make_shared<Told>();
  box->Start(Shell("echo thawed"), told);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(told->pid(), 0);
  // The last of them may have been on its way to where it stands.
  EXPECT_LT(box->Usage()->cpu_time - cpu, std::chrono::milliseconds(5));
  ASSERT_TRUE(box->Thaw().ok());
  ASSERT_TRUE(told->AwaitEnd().ok());
  EXPECT_EQ(told->out(), "thawed\n");
  Output(*box, "a=$(wc -l < /tmp/count); sleep 0.2; [ $(wc -l < /tmp/count) -gt $a ]");
}

TEST_F(LiveBoxTest, MemoryIsBoundedAndTheBoxOutlivesIt) {
  LiveLimits limits;
  limits.memory_bytes = 64 << 20;
  const auto box = NewBox(limits);
  const Ran ran =
      RunShell(*box, "python3 -c 'import time; x = bytearray(200 << 20); time.sleep(60)'");
  ASSERT_TRUE(ran.end.ok());
  EXPECT_TRUE(ran.end->out_of_memory);
  EXPECT_GE(box->Usage()->oom_kills, 1);
  const Ran after = RunShell(*box, "echo alive");
  EXPECT_EQ(after.out, "alive\n");
  EXPECT_FALSE(after.end->out_of_memory);
}

TEST_F(LiveBoxTest, FilesThatFillTheMemoryDoNotTakeTheBoxAlong) {
  LiveLimits limits;
  limits.memory_bytes = 64 << 20;
  limits.disk_bytes = 256 << 20;
  const auto box = NewBox(limits);
  const Ran filler = RunShell(*box, "head -c 200000000 /dev/zero > /tmp/big");
  ASSERT_TRUE(filler.end.ok());
  EXPECT_NE(filler.code(), 0);
  // Else the bound of the files is the memory, and it is just full.
  EXPECT_EQ(filler.end->out_of_memory, Counted());
  // It has no memory for a program now, but it answers.
  (void)RunShell(*box, "rm /tmp/big");
  EXPECT_TRUE(box->Usage().ok());
}

TEST_F(LiveBoxTest, ABoxFullOfFilesStillStartsPrograms) {
  LiveLimits limits;
  limits.memory_bytes = 64 << 20;
  limits.disk_bytes = limits.memory_bytes / 2;  // as it is without a word
  EXPECT_EQ(LiveLimits().disk_bytes, LiveLimits().memory_bytes / 2);
  const auto box = NewBox(limits);
  EXPECT_THAT(RunShell(*box, "head -c 200000000 /dev/zero > /tmp/big").err,
              HasSubstr("No space left on device"));
  EXPECT_EQ(RunShell(*box, "rm /tmp/big; echo $?").out, "0\n");
}

TEST_F(LiveBoxTest, AFullDiskSaysSo) {
  LiveLimits limits;
  limits.disk_bytes = 8 << 20;
  limits.files = 200;
  const auto box = NewBox(limits);
  const Ran full = RunShell(*box, "head -c 20000000 /dev/zero > big; echo $?; df -k / | tail -1");
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
  EXPECT_EQ(
      RunShell(*box, "rm big; mkdir d; for i in $(seq 10000); do : > d/$i || exit 9; done").code(),
      9);
  EXPECT_EQ(RunShell(*box, "rm -r d; echo room > d").code(), 0);
}

TEST_F(LiveBoxTest, AForkBombStaysWithinItsProcesses) {
  LiveLimits limits;
  limits.processes = 30;
  const auto box = NewBox(limits);
  const auto told = std::make_shared<Told>();
  const auto bomb =
      box->Start(Shell("python3 -c '\nimport os, time\nn = 0\ntry:\n  while True:\n    if "
                       "os.fork() == 0: time.sleep(1000)\n"
                       "    n += 1\nexcept OSError: print(n, flush=True)\ntime.sleep(1000)'"),
                 told);
  ASSERT_TRUE(told->AwaitOutput("\n"));
  EXPECT_LE(std::stoi(told->out()), 30);
  EXPECT_GE(std::stoi(told->out()), 20);
  EXPECT_LE(box->Usage()->processes, 30);
  const Ran refused = RunShell(*box, "true");
  ASSERT_FALSE(refused.end.ok());
  EXPECT_EQ(refused.end.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(refused.end.error().sys_errno, EAGAIN);
  EXPECT_TRUE(IsUsedUp(refused.end.error()));
  EXPECT_THAT(refused.end.error().message, HasSubstr("end some, or make one with more"));
  bomb->Signal(SIGKILL);
  ASSERT_TRUE(told->AwaitEnd().ok());
  EXPECT_EQ(RunShell(*box, "true").code(), 0);
}

TEST_F(LiveBoxTest, ABoxThatCannotBeFrozenSaysSoAndGoesOn) {
  if (Counted()) GTEST_SKIP() << "cgroups freeze";
  const auto box = NewBox();
  const Status frozen = box->Freeze();
  ASSERT_FALSE(frozen.ok());
  EXPECT_EQ(frozen.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(frozen.error().message, HasSubstr("tier userns"));
  EXPECT_EQ(Output(*box, "echo on"), "on\n");
}

TEST_F(LiveBoxTest, ABoxTakesNoMoreThanItsShareOfTime) {
  if (!Counted()) GTEST_SKIP() << "nothing shares out time without cgroups";
  LiveLimits limits;
  limits.cpus = 0.2;
  const auto box = NewBox(limits);
  const auto begin = std::chrono::steady_clock::now();
  Output(*box, "timeout 1 sh -c 'while :; do :; done'; true");
  EXPECT_LT(box->Usage()->cpu_time, (std::chrono::steady_clock::now() - begin) / 2);
}

TEST_F(LiveBoxTest, LimitsThatCannotBeKeptAreRefused) {
  LiveBoxSpec spec;
  spec.limits.memory_bytes = 1LL << 60;
  const auto box = host()->Create(spec);
  ASSERT_FALSE(box.ok());
  EXPECT_EQ(box.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(box.error().field, "memory_bytes");
  spec.limits = {};
  spec.image = "none-such";
  const auto image = host()->Create(spec);
  ASSERT_FALSE(image.ok());
  EXPECT_EQ(image.error().sys_errno, ENOENT);
}

TEST_F(LiveBoxTest, PortsOfTheBoxAreReachedFromOutside) {
  const auto box = NewBox();
  const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto refused = box->ConnectInside(8000, soon);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().sys_errno, ECONNREFUSED);

  const auto told = std::make_shared<Told>();
  box->Start(Shell("python3 -c \"import socket; s = socket.create_server(('127.0.0.1', 80)); "
                   "print('up', flush=True); c, _ = s.accept(); c.sendall(b'hello')\""),
             told);
  ASSERT_TRUE(told->AwaitOutput("up")) << told->err();
  const auto socket = box->ConnectInside(80, soon);
  ASSERT_TRUE(socket.ok()) << socket.error().ToString();
  pollfd entry{socket->get(), POLLIN, 0};
  ASSERT_EQ(::poll(&entry, 1, 10'000), 1);
  char text[16] = {};
  EXPECT_EQ(::read(socket->get(), text, sizeof text), 5);

  // Whichever address of "localhost" it took, where the host has both.
  const auto told_other = std::make_shared<Told>();
  box->Start(Shell("python3 -c \"import socket; "
                   "s = socket.create_server(('::1', 81), family=socket.AF_INET6); "
                   "print('up', flush=True); s.accept()\" || echo no up"),
             told_other);
  ASSERT_TRUE(told_other->AwaitOutput("up")) << told_other->err();
  if (told_other->out().find("no") == std::string::npos) {
    const auto other = box->ConnectInside(81, soon);
    EXPECT_TRUE(other.ok()) << other.error().ToString();
  }

  const auto listener = box->ListenInside(3128);
  ASSERT_TRUE(listener.ok()) << listener.error().ToString();
  EXPECT_EQ(RunShell(*box, "exec 3<>/dev/tcp/127.0.0.1/3128").code(), 0);
  pollfd accept{listener->get(), POLLIN, 0};
  EXPECT_EQ(::poll(&accept, 1, 10'000), 1);
}

}  // namespace
}  // namespace assay
