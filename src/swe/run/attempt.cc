#include "swe/run/attempt.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "swe/run/controls.h"
#include "swe/run/tree_plan.h"

namespace assay::swe {
namespace {

constexpr char kStage[] = "swe.run";
constexpr auto kFilesTime = std::chrono::minutes(10);  // for the tree, and for each step of files

SteadyTime FilesDeadline() {
  return std::chrono::steady_clock::now() + kFilesTime;
}

SandboxRequest RequestOf(const GradeJob& job, const SandboxPolicy& policy) {
  SandboxRequest request;
  request.name = "swe";
  request.box.image = job.repository.image;
  const RunLimits& limits = job.limits;
  request.box.limits = UsualLimits(policy.max_limits, limits.memory_bytes);
  if (limits.cpus) request.box.limits.cpus = *limits.cpus;
  if (limits.disk_bytes) request.box.limits.disk_bytes = *limits.disk_bytes;
  if (limits.processes) request.box.limits.processes = *limits.processes;
  request.env = job.task->env;
  // Every step has a deadline of its own; this is for a server that is killed.
  constexpr int kSteps = 6;
  const Nanoseconds all = limits.setup_time + limits.time + kSteps * kFilesTime;
  request.lifetime = std::min(all, policy.max_lifetime);
  request.idle = request.lifetime;
  return request;
}

std::string Quoted(const std::string& path) {
  std::string quoted = "'";
  for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

void Fill(std::string_view mark, const std::vector<std::string>& paths, std::string* command) {
  std::string words;
  for (const std::string& path : paths) words += (words.empty() ? "" : " ") + Quoted(path);
  for (size_t at = command->find(mark); at != std::string::npos;
       at = command->find(mark, at + words.size())) {
    command->replace(at, mark.size(), words);
  }
}

// Whether the shell's exit code is that of the command's last part, run to its end: nothing follows
// it, stands beside it or hides it.
bool TellsItsExitCode(std::string_view command) {
  while (!command.empty() && (command.back() == '\n' || command.back() == ' ')) {
    command.remove_suffix(1);
  }
  for (size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (c == ';' || c == '|' || c == '\n') return false;
    if (c != '&') continue;
    if (command.substr(at, 2) == "&&") {
      ++at;
    } else if (at == 0 || command[at - 1] != '>') {  // "2>&1"
      return false;
    }
  }
  return true;
}

class Runner {
 public:
  Runner(const GradeJob& job, TaskBox& box) : job_(job), task_(*job.task), box_(box) {}

  Result<RanAttempt> Run(Patch patch, TestSet set) {
    ran_.lists = task_.tests;
    ASSAY_RETURN_IF_ERROR(PutTree());
    ASSAY_ASSIGN_OR_RETURN(plan_, Plan(patch));
    ran_.tests = plan_.touched_tests;
    ran_.runner_files = plan_.runner_files;
    ran_.refused = plan_.refused;
    if (ran_.refused) return std::move(ran_);
    ASSAY_RETURN_IF_ERROR(MakeControls());
    MakeDecoys(set);
    // From here on the candidate has had its way with the box: that it is full, or says nonsense,
    // is no fault of ours until the reference shows that it is.
    const Status tested = PutAndTest();
    if (!tested.ok()) {
      if (tested.error().code != ErrorCode::kInvalidArgument) return tested.error();
      Doubt(tested.error().message);
    }
    return std::move(ran_);
  }

 private:
  Status PutTree() {
    const SteadyTime deadline = FilesDeadline();
    box_.SetTree(job_.repository.path);
    if (job_.repository.archive != nullptr) {
      const Status unpacked = box_.Unpack(job_.repository.archive, deadline);
      if (!unpacked.ok()) return OfRequest("repository.archive", unpacked.error());
    }
    const auto tree = box_.Look("", deadline);
    if (!tree.ok()) return OfRequest("repository.path", tree.error());
    if (tree->entry == TreeEntry::kOther) return {};
    return InvalidField(kStage, "repository.path", "there is no such folder in the sandbox");
  }

  static Error OfRequest(const char* field, const Error& error) {
    if (error.code != ErrorCode::kInvalidArgument) return error;
    return InvalidField(kStage, field, error.message);
  }

  Result<TreePlan> Plan(Patch patch) {
    const SteadyTime deadline = FilesDeadline();
    std::map<std::string, TreeFile> known;
    std::optional<Error> failed;
    const ReadTree read = [&](const std::string& path) -> TreeFile {
      if (const auto found = known.find(path); found != known.end()) return found->second;
      if (failed) return {TreeEntry::kOther};
      auto file = box_.Look(path, deadline);
      if (!file.ok()) failed = file.error();
      return known[path] = file.ok() ? *std::move(file) : TreeFile{TreeEntry::kOther};
    };
    auto plan = patch == Patch::kReferences ? PlanReference(task_, read)
                                            : PlanTree(task_, job_.patch, read);
    if (failed && failed->code != ErrorCode::kInvalidArgument) return *failed;
    return plan;
  }

  Status MakeControls() {
    std::vector<ControlFile> controls = task_.controls;
    const auto paths = plan_.TestPaths();
    if (controls.empty() && task_.default_controls) controls = DefaultControls(task_, paths);
    for (const ControlFile& control : controls) {
      ASSAY_ASSIGN_OR_RETURN(const std::string secret, NewSecret(task_.tests));
      const ControlFile made = WithSecret(control, secret);
      controls_.push_back({made.file.path, TreeFile{TreeEntry::kFile, made.file.content, false}});
      ran_.lists.must_fail.insert(ran_.lists.must_fail.end(), made.tests.begin(), made.tests.end());
    }
    return {};
  }

  void MakeDecoys(TestSet set) {
    std::vector<ControlFile> decoys = task_.decoys;
    if (decoys.empty() && task_.default_controls) {
      decoys = DefaultDecoys(task_, plan_.TestPaths());
    }
    ran_.has_decoys = !decoys.empty();
    if (set == TestSet::kOwn) return;
    ran_.lists.fail_to_pass.clear();
    ran_.lists.pass_to_pass.clear();
    for (ControlFile& decoy : decoys) {
      std::erase_if(plan_.tests,
                    [&](const FileChange& test) { return test.path == decoy.file.path; });
      plan_.tests.push_back(
          {decoy.file.path, TreeFile{TreeEntry::kFile, std::move(decoy.file.content), false}});
      ran_.lists.must_fail.insert(ran_.lists.must_fail.end(), decoy.tests.begin(),
                                  decoy.tests.end());
    }
  }

  Status Put(const std::vector<FileChange>& changes) {
    const SteadyTime deadline = FilesDeadline();
    // What is removed makes room first.
    for (const FileChange& change : changes) {
      if (!change.file) ASSAY_RETURN_IF_ERROR(box_.Remove(change.path, deadline));
    }
    for (const FileChange& change : changes) {
      if (change.file) ASSAY_RETURN_IF_ERROR(box_.Write(change.path, *change.file, deadline));
    }
    return {};
  }
  Status PutTests() {
    ASSAY_RETURN_IF_ERROR(Put(plan_.tests));
    return Put(controls_);
  }

  Status PutAndTest() {
    ASSAY_RETURN_IF_ERROR(Put(plan_.patch));
    const bool before = task_.tests_written == TestsWritten::kBeforeSetup;
    if (before || task_.setup.empty()) ASSAY_RETURN_IF_ERROR(PutTests());
    return SetUpAndTest();
  }

  Status SetUpAndTest() {
    if (!task_.setup.empty()) {
      ASSAY_ASSIGN_OR_RETURN(CommandEnd setup,
                             box_.Run(task_.setup, job_.limits.setup_time, job_.limits.log_bytes));
      ran_.setup_time = setup.took;
      ran_.log = std::move(setup.output);
      ran_.attempt.facts.timed_out = setup.timed_out;
      ran_.attempt.facts.out_of_memory = setup.out_of_memory;
      if (setup.exit_code != 0) {
        Doubt("the setup ended with " + std::to_string(setup.exit_code));
        return {};
      }
      ASSAY_RETURN_IF_ERROR(box_.EndProcesses(FilesDeadline()));
      ASSAY_RETURN_IF_ERROR(MakeSure());
    }
    return Test();
  }

  // After the setup, with nothing of it running.
  Status MakeSure() {
    const SteadyTime deadline = FilesDeadline();
    for (const FileChange& change : plan_.patch) {
      // A file of the image that was removed is back with a fresh box.
      if (!change.file) ASSAY_RETURN_IF_ERROR(box_.Ensure(change, deadline));
    }
    for (const auto* changes : {&plan_.put_back, &plan_.tests, &controls_}) {
      for (const FileChange& change : *changes) {
        ASSAY_RETURN_IF_ERROR(box_.Ensure(change, deadline));
      }
    }
    return {};
  }

  Status Test() {
    const bool of_file = task_.parser->source == ReportSource::kFile;
    if (of_file) ASSAY_RETURN_IF_ERROR(box_.RemoveReport(task_.report, FilesDeadline()));
    std::string command = task_.command;
    std::vector<std::string> controls;
    for (const FileChange& control : controls_) controls.push_back(control.path);
    Fill("{tests}", plan_.TestPaths(), &command);
    Fill("{controls}", controls, &command);
    ASSAY_ASSIGN_OR_RETURN(CommandEnd end,
                           box_.Run(command, job_.limits.time, job_.limits.log_bytes));
    ran_.time = end.took;
    ran_.log = std::move(end.output);
    RunFacts& facts = ran_.attempt.facts;
    facts.timed_out = end.timed_out;
    facts.out_of_memory = end.out_of_memory;
    if (TellsItsExitCode(task_.command)) facts.exit_code = end.exit_code;
    if (of_file) {
      ASSAY_ASSIGN_OR_RETURN(const std::string report,
                             box_.ReadReport(task_.report, job_.limits.log_bytes, FilesDeadline()));
      ran_.attempt.report = ParseTestLog(*task_.parser, report);
      return {};
    }
    if (end.cut) {
      Doubt("the log has more than " + std::to_string(job_.limits.log_bytes) + " bytes");
      return {};
    }
    ran_.attempt.report = ParseTestLog(*task_.parser, ran_.log);
    return {};
  }

  // There is no account that could be believed.
  void Doubt(std::string why) {
    ReportBuilder report;
    report.Fault(ReportFault::kNothing, std::move(why));
    ran_.attempt.report = std::move(report).Finish();
  }

  const GradeJob& job_;
  const RunTask& task_;
  TaskBox& box_;
  TreePlan plan_;
  std::vector<FileChange> controls_;
  RanAttempt ran_;
};

}  // namespace

Result<RanAttempt> RunAttempt(Sandboxes& sandboxes, const GradeJob& job, Patch patch, TestSet set,
                              TaskBox::Cancel& cancel) {
  auto box = TaskBox::Make(sandboxes, job.tenant, RequestOf(job, sandboxes.policy()),
                           std::chrono::steady_clock::now() + job.patience, cancel);
  if (!box.ok()) {
    if (box.error().code != ErrorCode::kInvalidArgument || !box.error().field.empty()) {
      return box.error();
    }
    return InvalidField(kStage, "image", box.error().message);
  }
  return Runner(job, **box).Run(patch, set);
}

}  // namespace assay::swe
