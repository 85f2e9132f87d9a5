// RunTask: all that decides how a patch is graded by running, whatever it was read from. Plain
// values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/blob.h"
#include "base/clock.h"
#include "base/enum_names.h"
#include "swe/grade/test_lists.h"
#include "swe/logs/registry.h"

namespace assay::swe {

// What becomes of files that steer the test runner (swe/patch/touched.h) where a patch changes them
// and the reference doesn't.
enum class RunnerFiles {
  kRestore,  // they are as in the base
  kKeep,     // as the patch has them
  kRefuse,   // the patch isn't resolved
};
inline constexpr auto kRunnerFilesNames = MakeEnumNames<RunnerFiles>({
    {RunnerFiles::kRestore, "restore"},
    {RunnerFiles::kKeep, "keep"},
    {RunnerFiles::kRefuse, "refuse"},
});
static_assert(kRunnerFilesNames.IsWholeUpTo(RunnerFiles::kRefuse));

// When the task's tests and the control tests are put into the tree.
enum class TestsWritten {
  kBeforeSetup,  // the setup builds them; afterwards they are looked at again
  kAfterSetup,   // nothing of the setup sees them
};
inline constexpr auto kTestsWrittenNames = MakeEnumNames<TestsWritten>({
    {TestsWritten::kBeforeSetup, "before_setup"},
    {TestsWritten::kAfterSetup, "after_setup"},
});
static_assert(kTestsWrittenNames.IsWholeUpTo(TestsWritten::kAfterSetup));

// A file of the tree; paths are relative to it.
struct PlacedFile {
  std::string path;
  std::string content;
};

// A file of tests that fail whatever the patch is. Where "{secret}" stands, in any of the three,
// there are twelve letters that are made up for each run.
struct ControlFile {
  PlacedFile file;
  std::vector<std::string> tests;  // names as the parser reads them
};
inline constexpr std::string_view kSecretMark = "{secret}";

struct RunTask {
  const LogParser* parser = nullptr;  // of the framework; never null
  std::string setup;                  // for /bin/bash -c, before the tests; may be empty
  // For /bin/bash -c. "{tests}" and "{controls}" stand for the paths of the tests' files and of the
  // control files, each quoted.
  std::string command;
  // What the framework writes, of a parser of ReportSource::kFile: a path from the tree, in whose
  // last part '*' stands for anything.
  std::string report;
  TestLists tests;  // must_fail is empty: the control files say it
  // Makes the tree that candidates get, where that isn't the repository's own state (SWE-smith).
  std::string fault_patch;
  std::string test_patch;  // against that tree
  std::vector<PlacedFile> test_files;
  // Nullopt: unknown. With a fault_patch and without this the tree as it was is the reference.
  std::optional<std::string> reference;
  std::vector<ControlFile> controls;
  // Tests of known names that fail: files that stand in the place of the task's own in a run of
  // their own, which a patch that resolves the task must not turn over. They have no secrets.
  std::vector<ControlFile> decoys;
  // Controls and decoys are made where there are none above and the framework allows.
  bool default_controls = true;
  RunnerFiles runner_files = RunnerFiles::kRestore;
  TestsWritten tests_written = TestsWritten::kBeforeSetup;
  std::map<std::string, std::string> env;  // of setup and command

  bool HasReference() const { return reference.has_value() || !fault_patch.empty(); }
};

// Where the repository is. Both may be given: the archive is unpacked to the path.
struct Repository {
  std::string image;  // of the sandbox; empty: the host's toolchains
  // Of the tree in the sandbox: absolute, or below the home directory.
  std::string path = "repository";
  BlobPtr archive;  // a tar of the tree, plain or compressed; null: the tree is in the image
};

struct RunLimits {
  Nanoseconds setup_time = std::chrono::minutes(30);
  Nanoseconds time = std::chrono::minutes(30);  // of the command
  // Of the sandbox. Unset: what a sandbox has that asks for nothing.
  std::optional<double> cpus;
  std::optional<int64_t> memory_bytes;
  std::optional<int64_t> disk_bytes;
  std::optional<int64_t> processes;
  int64_t log_bytes = 64LL << 20;  // of the log or report that is read
};

}  // namespace assay::swe
