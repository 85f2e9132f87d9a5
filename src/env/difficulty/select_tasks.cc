#include <fmt/format.h>

#include <filesystem>
#include <unordered_map>

#include "data/rows/rows.h"
#include "env/check/check.h"
#include "env/difficulty/difficulty.h"
#include "env/model/task.h"
#include "rollout/folder/durable_file.h"
#include "text/json_reader.h"

namespace assay::env {
namespace {

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env", 0, std::move(what)};
}

struct Known {
  int64_t samples = 0;
  double rate = 0;
};
using Rates = std::unordered_map<std::string, Known>;

Result<Rates> ReadRates(const std::string& path, const std::string& environment) {
  Rates rates;
  const auto on_line = [&](std::string_view text) -> Status {
    JsonError fault;
    const auto document = JsonDocument::Parse(text, &fault);
    const JsonValue root = document ? document->root() : JsonValue();
    const JsonValue id = root.Find("id");
    const JsonValue samples = root.Find("samples");
    const JsonValue of = root.Find("environment");
    if (!id.Is(JsonType::kString) || !samples.Is(JsonType::kNumber)) {
      return Refused("has no \"id\" and \"samples\", as `assay env difficulty` writes them");
    }
    if (of.Is(JsonType::kString) && of.String() != environment) return {};
    const JsonValue rate = root.Find("rate");
    if (!rate.Is(JsonType::kNumber)) return {};
    rates[id.String()] = {static_cast<int64_t>(samples.Double()), rate.Double()};
    return {};
  };
  ASSAY_RETURN_IF_ERROR(ForEachRow(path, on_line));
  return rates;
}

// Which count of Selected a task belongs to.
int64_t Selected::*PlaceOf(const std::string& task, const Rates& rates,
                           const Selection& selection) {
  const auto found = rates.find(task);
  if (found == rates.end() || found->second.samples < selection.min_samples) {
    return &Selected::unknown;
  }
  const double rate = found->second.rate;
  if (selection.min_rate && rate < *selection.min_rate) return &Selected::too_hard;
  if (selection.max_rate && rate > *selection.max_rate) return &Selected::too_easy;
  return &Selected::kept;
}

Status Copy(const std::string& from, const std::string& to) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(to).parent_path(), error);
  if (!error) std::filesystem::copy_file(from, to, error);
  if (error) return SystemError("env", error.value(), from + " cannot be copied to " + to);
  return {};
}

Result<Selected> WriteSelected(const std::string& folder, const Manifest& manifest,
                               const Rates& rates, const Selection& selection,
                               const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const auto file, rollout::DurableFile::Open(path));
  Selected selected;
  FileIdentity identity;
  const auto on_row = [&](std::string_view text) -> Status {
    JsonError fault;
    const auto row = JsonDocument::Parse(text, &fault);
    if (!row) return Refused(fault.message);
    const Task task = ReadTask(manifest, row->root());
    if (!task.faults.empty()) return Refused(task.faults[0].field + ": " + task.faults[0].what);
    int64_t Selected::*const place = PlaceOf(task.id, rates, selection);
    ++(selected.*place);
    if (place != &Selected::kept) return {};
    return file->Write(std::string(text) + "\n");
  };
  ASSAY_RETURN_IF_ERROR(ForEachRow(folder + "/" + manifest.tasks.file, on_row, &identity));
  if (identity.sha256 != manifest.tasks.sha256) {
    return Refused("'" + manifest.tasks.file +
                   "' is not the file that environment.yaml has the hash of; `assay env check` "
                   "says more");
  }
  if (selected.kept == 0) {
    return Refused(
        fmt::format("no task is left: {} are too hard, {} too easy, and of {} too little is known",
                    selected.too_hard, selected.too_easy, selected.unknown));
  }
  ASSAY_RETURN_IF_ERROR(file->Commit());
  return selected;
}

Result<Selected> SelectInto(const std::string& folder, const Manifest& manifest, const Rates& rates,
                            const Selection& selection, const std::string& out) {
  std::error_code error;
  const auto place = std::filesystem::path(out + "/" + manifest.tasks.file).parent_path();
  std::filesystem::create_directories(place, error);
  if (error) return SystemError("env", error.value(), out + " cannot be made");
  for (const std::string& file : manifest.Files()) {
    if (file == manifest.tasks.file) continue;
    ASSAY_RETURN_IF_ERROR(Copy(folder + "/" + file, out + "/" + file));
  }
  ASSAY_ASSIGN_OR_RETURN(const Selected selected, WriteSelected(folder, manifest, rates, selection,
                                                                out + "/" + manifest.tasks.file));
  ASSAY_RETURN_IF_ERROR(WriteHashes(out));
  return selected;
}

}  // namespace

Result<Selected> SelectTasks(const std::string& folder, const std::string& difficulty,
                             const Selection& selection, const std::string& out) {
  ASSAY_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder));
  ASSAY_ASSIGN_OR_RETURN(const Rates rates, ReadRates(difficulty, manifest.name));
  std::error_code error;
  if (std::filesystem::exists(out, error)) return Refused(out + " is there already");
  auto selected = SelectInto(folder, manifest, rates, selection, out);
  if (!selected.ok()) std::filesystem::remove_all(out, error);
  return selected;
}

}  // namespace assay::env
