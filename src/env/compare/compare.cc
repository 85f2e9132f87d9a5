#include "env/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "data/rows/rows.h"
#include "env/model/task.h"
#include "text/canonical_json.h"
#include "text/json_reader.h"

namespace assay::env {
namespace {

using Leaves = std::map<std::string, std::string>;

// Scalars and empty containers by their paths. As deep as YamlBounds lets it be.
void Flatten(JsonValue value, const FieldPath& path, Leaves* leaves) {
  if (value.Is(JsonType::kObject) && value.Count() > 0) {
    for (const auto& member : value.Members()) Flatten(member.value, path / member.key, leaves);
  } else if (value.Is(JsonType::kArray) && value.Count() > 0) {
    size_t index = 0;
    for (const JsonValue& item : value.Items()) Flatten(item, path / index++, leaves);
  } else {
    (*leaves)[ToString(path)] = CanonicalJson(value);
  }
}

Leaves LeavesOf(const Manifest& manifest) {
  Leaves leaves;
  JsonError fault;
  const auto json = JsonDocument::Parse(manifest.json, &fault);
  if (json) Flatten(json->root(), {}, &leaves);
  return leaves;
}

void CompareFields(const Manifest& before, const Manifest& after, Comparison* comparison) {
  const Leaves left = LeavesOf(before);
  const Leaves right = LeavesOf(after);
  std::map<std::string, FieldChange> changes;
  for (const auto& [field, text] : left) {
    const auto other = right.find(field);
    const std::string now = other == right.end() ? "" : other->second;
    if (now != text) changes[field] = {field, text, now};
  }
  for (const auto& [field, text] : right) {
    if (!left.contains(field)) changes[field] = {field, "", text};
  }
  for (auto& [field, change] : changes) {
    auto* const list = field.starts_with("prompt")   ? &comparison->prompts
                       : field.starts_with("rubric") ? &comparison->rubric
                                                     : &comparison->manifest;
    list->push_back(std::move(change));
  }
}

using OnTask = std::function<Status(const std::string& id, JsonValue row)>;

Status ForEachTask(const std::string& folder, const Manifest& manifest, const TaskFile& tasks,
                   const OnTask& on_task) {
  return ForEachRow(folder + "/" + tasks.file, [&](std::string_view text) -> Status {
    JsonError fault;
    const auto row = JsonDocument::Parse(text, &fault);
    const Task task = row ? ReadTask(manifest, row->root()) : Task{};
    if (!task.id.empty()) return on_task(task.id, row->root());
    return Error{ErrorCode::kInvalidArgument, "env.compare", 0,
                 "has a row without an id; `assay env check` says more"};
  });
}

std::string HashOf(JsonValue row) {
  return Sha256Hex(CanonicalJson(row)).substr(0, 32);
}

Leaves FieldsOf(JsonValue row) {
  Leaves fields;
  for (const auto& member : row.Members()) fields[member.key] = CanonicalJson(member.value);
  return fields;
}

class TaskComparison {
 public:
  TaskComparison(std::string before, const Manifest& old_manifest, std::string after,
                 const Manifest& new_manifest)
      : before_(std::move(before)),
        old_(old_manifest),
        after_(std::move(after)),
        new_(new_manifest) {}

  Result<TaskChanges> Run(const char* use, const std::optional<TaskFile>& old_file,
                          const std::optional<TaskFile>& new_file) {
    TaskChanges changes;
    changes.use = use;
    std::unordered_map<std::string, std::string> hashes;
    std::vector<std::string> order;
    if (old_file) {
      ASSAY_RETURN_IF_ERROR(
          ForEachTask(before_, old_, *old_file, [&](const std::string& id, JsonValue row) {
            ++changes.before;
            if (hashes.emplace(id, HashOf(row)).second) order.push_back(id);
            return Status();
          }));
    }
    std::map<std::string, Leaves> now;  // of the changed ones that are named
    std::vector<std::string> named;
    if (new_file) {
      ASSAY_RETURN_IF_ERROR(
          ForEachTask(after_, new_, *new_file, [&](const std::string& id, JsonValue row) {
            ++changes.after;
            const auto old = hashes.find(id);
            if (old == hashes.end()) {
              ++changes.added;
              if (changes.added_ids.size() < TaskChanges::kMostNamed) {
                changes.added_ids.push_back(id);
              }
              return Status();
            }
            if (old->second != HashOf(row)) {
              ++changes.changed;
              if (named.size() < TaskChanges::kMostNamed && now.emplace(id, FieldsOf(row)).second) {
                named.push_back(id);
              }
            }
            old->second.clear();  // found
            return Status();
          }));
    }
    for (const std::string& id : order) {
      if (hashes[id].empty()) continue;
      ++changes.removed;
      if (changes.removed_ids.size() < TaskChanges::kMostNamed) changes.removed_ids.push_back(id);
    }
    if (!named.empty()) ASSAY_RETURN_IF_ERROR(NameFields(*old_file, now, named, &changes));
    return changes;
  }

 private:
  // The old rows are read once more, so that only those that are named lie in memory.
  Status NameFields(const TaskFile& old_file, const std::map<std::string, Leaves>& now,
                    const std::vector<std::string>& named, TaskChanges* changes) {
    std::map<std::string, std::vector<std::string>> fields;
    ASSAY_RETURN_IF_ERROR(
        ForEachTask(before_, old_, old_file, [&](const std::string& id, JsonValue row) {
          const auto found = now.find(id);
          if (found == now.end()) return Status();
          const Leaves old = FieldsOf(row);
          std::vector<std::string>& differ = fields[id];
          for (const auto& [field, text] : old) {
            const auto other = found->second.find(field);
            if (other == found->second.end() || other->second != text) differ.push_back(field);
          }
          for (const auto& [field, text] : found->second) {
            if (!old.contains(field)) differ.push_back(field);
          }
          std::sort(differ.begin(), differ.end());
          return Status();
        }));
    for (const std::string& id : named) changes->changed_tasks.push_back({id, fields[id]});
    return {};
  }

  const std::string before_;
  const Manifest& old_;
  const std::string after_;
  const Manifest& new_;
};

}  // namespace

bool Comparison::Same() const {
  const bool rows = std::all_of(tasks.begin(), tasks.end(), [](const TaskChanges& each) {
    return each.added + each.removed + each.changed == 0;
  });
  return rows && manifest.empty() && prompts.empty() && rubric.empty();
}

Result<Comparison> CompareEnvironments(const std::string& before, const std::string& after) {
  ASSAY_ASSIGN_OR_RETURN(const Manifest left, ReadManifest(before));
  ASSAY_ASSIGN_OR_RETURN(const Manifest right, ReadManifest(after));
  Comparison comparison;
  CompareFields(left, right, &comparison);
  TaskComparison rows(before, left, after, right);
  ASSAY_ASSIGN_OR_RETURN(TaskChanges tasks, rows.Run("tasks", left.tasks, right.tasks));
  comparison.tasks.push_back(std::move(tasks));
  if (left.evaluation || right.evaluation) {
    ASSAY_ASSIGN_OR_RETURN(TaskChanges held,
                           rows.Run("evaluation", left.evaluation, right.evaluation));
    comparison.tasks.push_back(std::move(held));
  }
  return comparison;
}

}  // namespace assay::env
