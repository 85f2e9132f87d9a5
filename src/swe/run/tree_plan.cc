#include "swe/run/tree_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "swe/patch/diff.h"
#include "swe/patch/touched.h"

namespace assay::swe {
namespace {

constexpr char kStage[] = "swe.task";

Error OfTask(const char* field, const Error& error) {
  return InvalidField(kStage, field, error.message);
}

// Each file and each folder above it costs the sandbox some milliseconds: who could spend all the
// time that there is for files would have no verdict at will.
constexpr size_t kMostFiles = 4096;
constexpr size_t kMostFolders = 32'768;  // above them, once for each file

Status CheckSize(const std::vector<FileDiff>& diff) {
  size_t folders = 0;
  for (const FileDiff& file : diff) {
    const auto above = [](const std::string& path) {
      return static_cast<size_t>(std::count(path.begin(), path.end(), '/'));
    };
    folders += std::max(above(file.old_path), above(file.new_path));
  }
  if (diff.size() <= kMostFiles && folders <= kMostFolders) return {};
  return Error{ErrorCode::kInvalidArgument, "swe.patch", 0,
               "it has more than " + std::to_string(kMostFiles) + " files, or they lie too deep"};
}

Result<std::vector<FileChange>> Changes(std::string_view patch, const ReadTree& read) {
  ASSAY_ASSIGN_OR_RETURN(const auto diff, ParseDiff(patch));
  ASSAY_RETURN_IF_ERROR(CheckSize(diff));
  return ApplyDiff(diff, read);
}

Result<std::set<std::string>> PathsOf(std::string_view patch) {
  ASSAY_ASSIGN_OR_RETURN(const auto diff, ParseDiff(patch));
  std::set<std::string> paths;
  for (const FileDiff& file : diff) {
    for (const std::string* path : {&file.old_path, &file.new_path}) {
      if (!path->empty()) paths.insert(*path);
    }
  }
  return paths;
}

// "a" of "a/b/c", then "a/b".
template <typename Visit>
bool AnyFolderOf(const std::string& path, Visit visit) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (visit(path.substr(0, slash))) return true;
  }
  return false;
}

class Planner {
 public:
  Planner(const RunTask& task, const ReadTree& read) : task_(task), read_(read) {}

  // What candidates get: the tree with the task's fault in it.
  Status PlantFault() {
    auto changes = Changes(task_.fault_patch, read_);
    if (!changes.ok()) return OfTask("fault_patch", changes.error());
    for (FileChange& change : *changes) {
      plan_[change.path] = change;
      fault_[change.path] = std::move(change);
    }
    return {};
  }

  Status PlanTests() {
    auto changes = Changes(task_.test_patch, Base());
    if (!changes.ok()) return OfTask("test_patch", changes.error());
    for (FileChange& change : *changes) tests_[change.path] = std::move(change);
    for (const PlacedFile& file : task_.test_files) {
      tests_[file.path] = {file.path, TreeFile{TreeEntry::kFile, file.content, false}};
    }
    return {};
  }

  // What the reference may change: all of these, and the other way round for a fault.
  Status AllowReference() {
    if (task_.reference) ASSAY_RETURN_IF_ERROR(Allow("reference", *task_.reference));
    return Allow("fault_patch", task_.fault_patch);
  }

  // The candidate's, or the reference's; false: `why` it is refused.
  Result<bool> PlanPatch(std::string_view patch, std::string* why) {
    auto changes = Changes(patch, Base());
    if (!changes.ok()) {
      *why = changes.error().message;
      return false;
    }
    for (FileChange& change : *changes) {
      const std::string path = change.path;
      if (tests_.count(path) > 0) {
        touched_tests_.push_back(path);
      } else if (StandsInTheWay(change)) {
        *why = path + ": stands where the task's tests go";
        return false;
      } else if (SteersTests(path) && allowed_.count(path) == 0) {
        runner_files_.push_back(path);
        if (task_.runner_files == RunnerFiles::kRestore) {
          put_back_.push_back({path, InBase(path)});
          continue;
        }
        plan_[path] = std::move(change);
      } else {
        plan_[path] = std::move(change);
      }
    }
    if (task_.runner_files == RunnerFiles::kRefuse && !runner_files_.empty()) {
      *why = runner_files_.front() + ": steers the test runner, and the reference leaves it alone";
      return false;
    }
    return true;
  }

  TreePlan Take() {
    TreePlan plan;
    for (auto& [path, change] : plan_) {
      if (tests_.count(path) == 0) plan.patch.push_back(std::move(change));
    }
    for (auto& [path, change] : tests_) plan.tests.push_back(std::move(change));
    plan.put_back = std::move(put_back_);
    plan.touched_tests = std::move(touched_tests_);
    plan.runner_files = std::move(runner_files_);
    return plan;
  }

 private:
  Status Allow(const char* field, std::string_view patch) {
    auto paths = PathsOf(patch);
    if (!paths.ok()) return OfTask(field, paths.error());
    allowed_.merge(*paths);
    return {};
  }

  // Reads the tree that candidates get.
  ReadTree Base() {
    return [this](const std::string& path) {
      const auto found = fault_.find(path);
      return found == fault_.end() ? read_(path) : found->second.file.value_or(TreeFile{});
    };
  }

  std::optional<TreeFile> InBase(const std::string& path) {
    TreeFile file = Base()(path);
    if (file.entry != TreeEntry::kFile) return std::nullopt;
    return file;
  }

  // A file in the place of a test's folder, or below the place of a test.
  bool StandsInTheWay(const FileChange& change) const {
    if (!change.file) return false;
    if (AnyFolderOf(change.path, [&](const std::string& folder) {
          return tests_.count(folder) > 0 && tests_.at(folder).file.has_value();
        })) {
      return true;
    }
    return std::any_of(tests_.begin(), tests_.end(), [&](const auto& test) {
      return test.second.file.has_value() &&
             AnyFolderOf(test.first,
                         [&](const std::string& folder) { return folder == change.path; });
    });
  }

  const RunTask& task_;
  const ReadTree& read_;
  std::map<std::string, FileChange> fault_;
  std::map<std::string, FileChange> tests_;
  std::map<std::string, FileChange> plan_;
  std::set<std::string> allowed_;
  std::vector<FileChange> put_back_;
  std::vector<std::string> touched_tests_;
  std::vector<std::string> runner_files_;
};

}  // namespace

std::vector<std::string> TreePlan::TestPaths() const {
  std::vector<std::string> paths;
  for (const FileChange& change : tests) {
    if (change.file) paths.push_back(change.path);
  }
  return paths;
}

Result<TreePlan> PlanTree(const RunTask& task, std::string_view patch, const ReadTree& read) {
  Planner planner(task, read);
  ASSAY_RETURN_IF_ERROR(planner.PlantFault());
  ASSAY_RETURN_IF_ERROR(planner.PlanTests());
  ASSAY_RETURN_IF_ERROR(planner.AllowReference());
  std::string why;
  ASSAY_ASSIGN_OR_RETURN(const bool fits, planner.PlanPatch(patch, &why));
  TreePlan plan = planner.Take();
  if (!fits) plan.refused = std::move(why);
  return plan;
}

Result<TreePlan> PlanReference(const RunTask& task, const ReadTree& read) {
  RunTask sound = task;
  sound.runner_files = RunnerFiles::kKeep;
  if (!task.reference) sound.fault_patch.clear();
  ASSAY_ASSIGN_OR_RETURN(TreePlan plan, PlanTree(sound, task.reference.value_or(""), read));
  if (plan.refused) return InvalidField(kStage, "reference", *plan.refused);
  return plan;
}

}  // namespace assay::swe
