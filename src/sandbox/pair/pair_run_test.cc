// Two programs in two boxes, and what becomes of them. Verdicts are not this folder's business:
// what counts is who left first, who was stopped, and whose halt it was.
#include <gtest/gtest.h>

#include "sandbox/box_fixture.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

class PairRunTest : public BoxFixture {
 protected:
  static PairRequest Talk(const std::string& candidate, const std::string& interactor) {
    PairRequest request;
    request.candidate = Python("import os,sys,time\n" + candidate);
    request.interactor = Python("import os,sys,time\n" + interactor);
    request.accepting_exit_code = 42;
    return request;
  }
  static PairResult Run(const PairRequest& request, const CancelToken* cancel = nullptr) {
    auto result = runner()->RunPair(request, cancel);
    if (result.ok()) return std::move(result).value();
    ADD_FAILURE() << result.error().ToString();
    return {};
  }
  static void ExpectExit(const RunResult& result, int code) {
    EXPECT_EQ(result.status, RunStatus::kExited) << result.stderr_bytes << result.start_error;
    EXPECT_EQ(result.exit_code, code) << result.stderr_bytes;
  }
};

const char* const kAsk = "print(7, flush=True)\nline = input()\n";

TEST_F(PairRunTest, TheyTalk) {
  const PairResult result = Run(Talk("for _ in range(1000): print(int(input()) + 1, flush=True)\n",
                                     "for i in range(1000):\n"
                                     "  print(i, flush=True)\n"
                                     "  if int(input()) != i + 1: sys.exit(43)\n"
                                     "sys.exit(42 if sys.stdin.read() == '' else 43)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
  EXPECT_TRUE(result.candidate_left_first);
  EXPECT_FALSE(result.interactor_stopped);
  EXPECT_EQ(result.stall, Stall::kNone);
  EXPECT_EQ(result.candidate.stdout_bytes.substr(0, 8), "1\n2\n3\n4\n");
  EXPECT_EQ(result.interactor.stdout_bytes.substr(0, 6), "0\n1\n2\n");
  EXPECT_EQ(result.candidate.tier, runner()->tier());
}

TEST_F(PairRunTest, StandardStreamsCanBeOpenedByName) {
  const PairResult result =
      Run(Talk("print(open('/dev/stdin').readline(), file=open('/dev/stdout', 'w'), end='')\n",
               std::string(kAsk) + "sys.exit(42 if line == '7' else 43)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
}

TEST_F(PairRunTest, BothStayOnTheSlotsProcessor) {
  const PairResult result = Run(Talk(
      "print(*os.sched_getaffinity(0))\n",
      "sys.exit(42 if input().split() == [str(p) for p in os.sched_getaffinity(0)] else 43)\n"));
  ExpectExit(result.interactor, 42);
}

TEST_F(PairRunTest, ABoxIsItsOwn) {
  const PairResult result =
      Run(Talk("print(os.listdir('/box'), len([p for p in os.listdir('/proc') if p.isdigit()]))\n",
               "open('/box/secret', 'w').write('x')\nprint(flush=True)\n"
               "sys.stderr.write(input())\nsys.exit(42)\n"));
  EXPECT_EQ(result.interactor.stderr_bytes, "[] 1");
}

TEST_F(PairRunTest, ARejectionComesFirstWhateverTheCandidateThenDoes) {
  // Its end of file makes this candidate fail; the interactor had spoken before.
  for (const char* then :
       {"input()\n", "while True: pass\n", "time.sleep(60)\n", "while True: print('x' * 1000)\n"}) {
    const PairResult result =
        Run(Talk(std::string("print(-1, flush=True)\n") + then, "input()\nsys.exit(43)\n"));
    ExpectExit(result.interactor, 43);
    EXPECT_FALSE(result.candidate_left_first) << then;
    EXPECT_FALSE(result.interactor_stopped) << then;
    EXPECT_EQ(result.stall, Stall::kNone);
  }
}

TEST_F(PairRunTest, AFailureComesFirstWhateverTheInteractorThenSays) {
  for (const char* fails : {"sys.exit(1)\n", "os.abort()\n", "os.kill(os.getpid(), 9)\n",
                            "os.close(1)\ntime.sleep(0.5)\nsys.exit(1)\n"}) {
    const PairResult result =
        Run(Talk(fails, "sys.exit(43 if not sys.stdin.readline() else 42)\n"));
    EXPECT_TRUE(result.candidate_left_first) << fails;
    EXPECT_FALSE(result.candidate.status == RunStatus::kExited && result.candidate.exit_code == 0);
  }
}

TEST_F(PairRunTest, AfterAnAcceptanceTheCandidateMayTalkToNobody) {
  const PairResult result =
      // The end of its input tells the candidate that the interactor has left.
      Run(Talk("print(7, flush=True)\nsys.stdin.read()\nprint('x' * 200000, flush=True)\n",
               "input()\nprint('good', flush=True)\nsys.exit(42)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
  EXPECT_FALSE(result.candidate_left_first);
}

TEST_F(PairRunTest, WhatTheInteractorSaidLastIsHeard) {
  const PairResult result =
      Run(Talk("time.sleep(0.3)\nsys.exit(0 if len(sys.stdin.read()) == 50000 else 1)\n",
               "print('x' * 49999, flush=True)\nsys.exit(42)\n"));
  ExpectExit(result.candidate, 0);
}

TEST_F(PairRunTest, AnEndOfInputIsPassedOnWhileTheInteractorListens) {
  const PairResult result = Run(Talk("print(sum(map(int, sys.stdin)))\n",
                                     "print(1)\nprint(2)\nsys.stdout.flush()\nos.close(1)\n"
                                     "os._exit(42 if input() == '3' else 43)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
}

TEST_F(PairRunTest, BothWaitingIsTheCandidatesHaltWhenTheInteractorListens) {
  for (const char* candidate :
       {"input()\ninput()\n",
        "print('unflushed', end='')\nsys.stdin.readline()\nsys.stdin.readline()\n"}) {
    const PairResult result = Run(Talk(candidate, std::string(kAsk)));
    EXPECT_EQ(result.stall, Stall::kCandidate) << candidate;
    EXPECT_EQ(result.candidate.status, RunStatus::kWallLimit);
    EXPECT_TRUE(result.candidate_left_first);
  }
}

TEST_F(PairRunTest, WhoDoesNotReadHaltsTheConversation) {
  PairResult result = Run(Talk("while True: print('?', flush=True)\n",
                               "while True: input(); print('x' * 1000, flush=True)\n"));
  EXPECT_EQ(result.stall, Stall::kCandidate);
  EXPECT_EQ(result.candidate.status, RunStatus::kWallLimit);
}

TEST_F(PairRunTest, AnInteractorThatWaitsForItselfHaltsTheConversation) {
  const PairResult result =
      Run(Talk("print(1, flush=True)\ninput()\n", "r, w = os.pipe()\nos.read(r, 1)\n"));
  EXPECT_EQ(result.stall, Stall::kInteractor);
  EXPECT_EQ(result.interactor.status, RunStatus::kWallLimit);
}

TEST_F(PairRunTest, SleepingIsNoHalt) {
  const PairResult result = Run(Talk("time.sleep(2)\nprint(input(), flush=True)\n",
                                     "time.sleep(1.5)\n" + std::string(kAsk) + "sys.exit(42)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
  EXPECT_EQ(result.stall, Stall::kNone);
}

TEST_F(PairRunTest, ASlowInteractorIsNotTheCandidatesTime) {
  PairRequest request = Talk("print(input(), flush=True)\n",
                             "time.sleep(1)\nt = time.process_time()\n"
                             "while time.process_time() < t + 1: pass\n" +
                                 std::string(kAsk) + "sys.exit(42)\n");
  request.candidate.limits.wall_time = milliseconds(1000);
  const PairResult result = Run(request);
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
}

// The interactor sees the candidate's end and may go before it is stopped; who left first decides.
TEST_F(PairRunTest, LimitsOfTheCandidate) {
  PairRequest request = Talk("time.sleep(60)\n", kAsk);
  request.candidate.limits.wall_time = milliseconds(600);
  PairResult result = Run(request);
  EXPECT_EQ(result.candidate.status, RunStatus::kWallLimit);
  EXPECT_TRUE(result.candidate_left_first);
  EXPECT_EQ(result.stall, Stall::kNone);

  request = Talk("while True: pass\n", kAsk);
  request.candidate.limits.cpu_time = milliseconds(300);
  result = Run(request);
  EXPECT_EQ(result.candidate.status, RunStatus::kCpuLimit);
  EXPECT_TRUE(result.candidate_left_first);

  request = Talk("x = bytearray(400 << 20)\n", kAsk);
  request.candidate.limits.memory_bytes = 64 << 20;
  EXPECT_EQ(Run(request).candidate.status, RunStatus::kMemoryLimit);

  request = Talk("while True: print('x' * 10000)\n", "while True: sys.stdin.read(1 << 20)\n");
  request.candidate.limits.output_bytes = 1 << 20;
  result = Run(request);
  EXPECT_EQ(result.candidate.status, RunStatus::kOutputLimit);
  EXPECT_TRUE(result.candidate_left_first);
}

TEST_F(PairRunTest, LimitsOfTheInteractor) {
  PairRequest request = Talk("input()\n", "time.sleep(60)\n");
  request.interactor.limits.wall_time = milliseconds(600);
  EXPECT_EQ(Run(request).interactor.status, RunStatus::kWallLimit);

  request = Talk("input()\n", "while True: pass\n");
  request.interactor.limits.cpu_time = milliseconds(300);
  EXPECT_EQ(Run(request).interactor.status, RunStatus::kCpuLimit);

  request = Talk("while True: sys.stdin.read(1 << 20)\n", "while True: print('x' * 10000)\n");
  request.interactor.limits.output_bytes = 1 << 20;
  const PairResult result = Run(request);
  EXPECT_EQ(result.interactor.status, RunStatus::kOutputLimit);
  EXPECT_FALSE(result.candidate_left_first);
}

TEST_F(PairRunTest, ACrashOfTheInteractorIsSeenAsOne) {
  const PairResult result = Run(Talk("input()\n", "os.abort()\n"));
  EXPECT_EQ(result.interactor.status, RunStatus::kSignalled);
  EXPECT_FALSE(result.candidate_left_first);
  EXPECT_FALSE(result.interactor_stopped);
}

TEST_F(PairRunTest, OneThatCannotBeStarted) {
  PairRequest request = Talk("", kAsk);
  request.candidate.argv = {"/box/missing"};
  EXPECT_EQ(Run(request).candidate.status, RunStatus::kStartFailed);
  request = Talk("input()\n", "");
  request.interactor.argv = {"/box/missing"};
  EXPECT_EQ(Run(request).interactor.status, RunStatus::kStartFailed);
}

TEST_F(PairRunTest, DaemonsOfEitherSideEndWithIt) {
  const PairResult result =
      Run(Talk("if os.fork() == 0:\n  os.setsid()\n  time.sleep(60)\nprint(7, flush=True)\n",
               "input()\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(60)\nos._exit(42)\n"));
  ExpectExit(result.candidate, 0);
  ExpectExit(result.interactor, 42);
}

TEST_F(PairRunTest, FilesOfTheInteractorAreCollected) {
  PairRequest request = Talk("print(1)\n",
                             "os.mkdir('feedback')\nopen('feedback/a.txt', 'w').write(input())\n"
                             "sys.exit(42)\n");
  request.interactor.fetch = {"feedback/*"};
  const PairResult result = Run(request);
  ASSERT_EQ(result.interactor.files.count("feedback/a.txt"), 1U);
  EXPECT_EQ(result.interactor.files.at("feedback/a.txt")->view(), "1");
}

TEST_F(PairRunTest, CanBeCancelled) {
  CancelToken cancel;
  PairRequest request = Talk("time.sleep(60)\n", "time.sleep(60)\n");
  cancel.Cancel();
  EXPECT_EQ(Run(request, &cancel).candidate.status, RunStatus::kCancelled);
}

TEST_F(PairRunTest, OrdinaryRunsFollowInTheSameBoxes) {
  EXPECT_EQ(Output(Shell("echo fine")), "fine\n");
  EXPECT_EQ(Output(Shell("echo fine")), "fine\n");
}

}  // namespace
}  // namespace assay
