#include "sandbox/contain/candidate_steps.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <string>

#include "base/fd.h"
#include "sandbox/contain/launch.h"

namespace assay {
namespace {

// What a child reports that becomes the candidate which `change` makes of a harmless one.
template <typename Change>
Launched Report(const Change& change) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  UniqueFd reader(ends[0]), writer(ends[1]);
  UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t pid = ::fork();
  if (pid == 0) {
    // Standard descriptors are given above 3.
    const int high = ::fcntl(null.get(), F_DUPFD, 100);
    const sock_fprog no_filter{0, nullptr};
    assay_candidate candidate{};
    candidate.report = writer.get();
    for (int& fd : candidate.standard) fd = high;
    candidate.user_namespace = -1;
    candidate.uid = ::getuid();
    candidate.filter = &no_filter;
    change(candidate);
    assay_become_candidate(&candidate);
    ::_exit(0);
  }
  writer.Reset();
  Launched launched;
  ReadReport(reader.get(), &launched);
  int status = 0;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), launched.failed != ASSAY_STEP_NONE ? 127 : 0);
  return launched;
}

TEST(CandidateSteps, ReportTheStepThatFailedAndWhy) {
  const Launched launched = Report([](assay_candidate& candidate) { candidate.standard[1] = 999; });
  EXPECT_STREQ(assay_candidate_step_name(launched.failed), "descriptors");
  EXPECT_EQ(launched.sys_errno, EBADF);
}

TEST(CandidateSteps, GoOnInOrderAndReportThroughTheMovedPipe) {
  // No box is around the test: the next step but one has no work directory.
  if (::access("/box", F_OK) == 0) GTEST_SKIP() << "this host has a /box";
  const Launched launched = Report([](assay_candidate&) {});
  EXPECT_STREQ(assay_candidate_step_name(launched.failed), "work_directory");
  EXPECT_EQ(launched.sys_errno, ENOENT);
}

TEST(CandidateSteps, AreTimedOnceHoweverOftenThatIsReported) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  UniqueFd reader(ends[0]), writer(ends[1]);
  for (int64_t time = 1; time <= 2; ++time) {
    assay_candidate_record record{};
    record.nanoseconds[0] = time;
    ASSERT_EQ(::write(writer.get(), &record, sizeof record), ssize_t{sizeof record});
  }
  writer.Reset();
  Launched launched;
  ReadReport(reader.get(), &launched);
  ASSERT_EQ(launched.step_times.size(), size_t{ASSAY_CANDIDATE_STEPS});
  EXPECT_EQ(launched.step_times[0], Nanoseconds(2));
}

TEST(CandidateSteps, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (int step = ASSAY_STEP_NONE; step <= ASSAY_STEP_EXEC; ++step) {
    names.insert(assay_candidate_step_name(step));
  }
  EXPECT_EQ(names.size(), ASSAY_STEP_EXEC + 1U);
  EXPECT_STREQ(assay_candidate_step_name(ASSAY_STEP_EXEC), "exec");
  EXPECT_STREQ(assay_candidate_step_name(ASSAY_STEP_EXEC + 1), "none");
}

}  // namespace
}  // namespace assay
