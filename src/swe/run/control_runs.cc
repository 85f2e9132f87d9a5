#include "swe/run/control_runs.h"

#include "base/text.h"
#include "base/work/fingerprint.h"

namespace assay::swe {
namespace {

constexpr auto kRemembered = std::chrono::hours(1);

void AddList(const std::vector<std::string>& list, PartWriter* parts) {
  parts->Add(static_cast<int64_t>(list.size()));
  for (const std::string& each : list) parts->Add(each);
}

void AddLists(const TestLists& lists, PartWriter* parts) {
  AddList(lists.fail_to_pass, parts);
  AddList(lists.pass_to_pass, parts);
  parts->Add(static_cast<int64_t>(lists.names));
  parts->Add(lists.expected_failure_passes).Add(lists.skipped_is_maintained);
}

void AddTask(const RunTask& task, PartWriter* parts) {
  parts->Add(task.parser->name).Add(task.setup).Add(task.command).Add(task.report);
  AddLists(task.tests, parts);
  parts->Add(task.fault_patch).Add(task.test_patch);
  parts->Add(static_cast<int64_t>(task.test_files.size()));
  for (const PlacedFile& file : task.test_files) parts->Add(file.path).Add(file.content);
  parts->Add(task.reference.has_value()).Add(task.reference.value_or(""));
  parts->Add(task.default_controls);
  for (const auto* files : {&task.controls, &task.decoys}) {
    parts->Add(static_cast<int64_t>(files->size()));
    for (const ControlFile& control : *files) {
      parts->Add(control.file.path).Add(control.file.content);
      AddList(control.tests, parts);
    }
  }
  parts->Add(static_cast<int64_t>(task.tests_written));
  parts->Add(static_cast<int64_t>(task.env.size()));
  for (const auto& [name, value] : task.env) parts->Add(name).Add(value);
}

}  // namespace

std::string ControlFingerprint(const GradeJob& job) {
  PartWriter parts;
  AddTask(*job.task, &parts);
  const Repository& repository = job.repository;
  parts.Add(repository.image).Add(repository.path);
  parts.Add(repository.archive == nullptr ? "" : Sha256Hex(repository.archive->view()));
  const RunLimits& limits = job.limits;
  constexpr double kMillis = 1000;
  parts.Add(limits.setup_time.count()).Add(limits.time.count());
  parts.Add(static_cast<int64_t>(limits.cpus.value_or(0) * kMillis));
  for (const auto& limit : {limits.memory_bytes, limits.disk_bytes, limits.processes}) {
    parts.Add(limit.value_or(0));
  }
  parts.Add(limits.log_bytes);
  // What one tenant's tests come to is nothing that another learns of.
  parts.Add(job.tenant);
  return parts.Fingerprint();
}

Result<ControlRuns::Control> ControlRuns::Get(const std::string& fingerprint, Remembered remembered,
                                              Nanoseconds longest,
                                              const std::function<Result<Grading>()>& run) {
  while (true) {
    const auto answer = std::make_shared<Answer>();
    bool leads = false;
    {
      MutexLock lock(mutex_);
      if (const SteadyTime* const when = resolved_.Find(fingerprint); when != nullptr) {
        const bool counts = remembered == Remembered::kCounts;
        if (counts && clock_.Now() - *when < kRemembered) {
          Control control;
          control.grading.verdict = SweVerdict::kResolved;
          control.known = true;
          return control;
        }
        if (counts) resolved_.Erase(fingerprint);
      }
      leads = flights_.Join(fingerprint, answer);
    }
    if (!leads) {
      auto told = answer->Until(std::chrono::steady_clock::now() + longest);
      if (!told) {
        return Error{ErrorCode::kUnavailable, "swe.control", 0, "the control run took too long"};
      }
      if (told->ok()) return Control{**std::move(told), true};
      if (told->error().code == ErrorCode::kCancelled) continue;
      return told->error();
    }
    Result<Grading> ran = run();
    std::vector<std::shared_ptr<Answer>> waiting;
    {
      MutexLock lock(mutex_);
      if (ran.ok() && ran->verdict == SweVerdict::kResolved) {
        resolved_.Put(fingerprint, clock_.Now(), 0);
      }
      waiting = flights_.Land(fingerprint);
    }
    for (const auto& each : waiting) each->Give(ran);
    if (!ran.ok()) return ran.error();
    return Control{*std::move(ran), false};
  }
}

}  // namespace assay::swe
