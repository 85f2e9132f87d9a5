#include "api/datasets/dataset_store.h"

#include <dirent.h>
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/whole_file.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr char kStage[] = "datasets";
constexpr int64_t kMostBytes = 4LL << 30;  // of a file
constexpr std::string_view kExtension = ".jsonl";
constexpr std::string_view kPeersPrefix = "code_eval_";

Error Fault(std::string message) {
  return {ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

// A data set that is there: what it is called, and where its rows are.
struct Listed {
  std::string id;
  std::string class_name;  // empty: by its id
  std::string file;
};

Result<std::vector<std::string>> RowFiles(const std::string& directory) {
  DIR* folder = opendir(directory.c_str());
  if (folder == nullptr) return Error{ErrorCode::kInvalidArgument, kStage, errno, directory};
  std::vector<std::string> names;
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name.size() <= kExtension.size()) continue;
    if (name.substr(name.size() - kExtension.size()) == kExtension) names.push_back(name);
  }
  closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

Status ReadListing(const std::string& path, std::vector<Listed>* listed) {
  try {
    const YAML::Node root = YAML::LoadFile(path);
    if (!root.IsMap()) return Fault(path + ": must be a map of data sets");
    for (const auto& entry : root) {
      Listed one{entry.first.as<std::string>(), {}, {}};
      if (entry.second.IsMap()) {
        for (const auto& setting : entry.second) {
          const auto key = setting.first.as<std::string>();
          if (key != "class" && key != "file") {
            return Fault(fmt::format("{}:{}: {}: must be class or file", path,
                                     setting.first.Mark().line + 1, key));
          }
          (key == "class" ? one.class_name : one.file) = setting.second.as<std::string>();
        }
      } else {
        one.class_name = entry.second.as<std::string>();
      }
      listed->push_back(std::move(one));
    }
    return {};
  } catch (const YAML::Exception& error) {
    return Fault(fmt::format("{}:{}: {}", path, error.mark.line + 1, error.msg));
  }
}

// What is listed, then the files that nobody lists.
Result<std::vector<Listed>> List(const std::string& directory) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> files, RowFiles(directory));
  std::vector<Listed> all;
  const std::string listing = directory + "/datasets.yaml";
  if (ReadFile(listing, kStage).ok()) ASSAY_RETURN_IF_ERROR(ReadListing(listing, &all));
  const auto has = [&](const std::string& name) {
    return std::find(files.begin(), files.end(), name) != files.end();
  };
  std::set<std::string> taken;
  for (Listed& one : all) {
    if (one.file.empty()) {
      one.file = one.id + std::string(kExtension);
      if (!has(one.file)) one.file = std::string(kPeersPrefix) + one.file;
    }
    taken.insert(one.file);
  }
  for (const std::string& file : files) {
    if (taken.count(file) > 0) continue;
    std::string id = file.substr(0, file.size() - kExtension.size());
    if (StartsWith(id, kPeersPrefix)) id = id.substr(kPeersPrefix.size());
    all.push_back({std::move(id), {}, file});
  }
  return all;
}

std::string ClassNames() {
  std::string names;
  for (const DatasetClass& known : DatasetClasses()) {
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  return names;
}

// Numbers before texts, as databases sort them.
bool Before(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& id) {
    return !id.empty() && id.find_first_not_of("-0123456789") == id.npos;
  };
  if (number(a) != number(b)) return number(a);
  if (!number(a)) return a < b;
  return std::strtoll(a.c_str(), nullptr, 10) < std::strtoll(b.c_str(), nullptr, 10);
}

Status ReadRows(const std::string& path, Dataset* dataset) {
  struct Row {
    std::string_view text;
    std::optional<std::string> id;
    std::vector<std::string> names;
  };
  std::vector<Row> rows;
  const std::string_view text = dataset->text;
  size_t line = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view row = TrimAsciiSpace(text.substr(at, end - at));
    at = end + 1;
    ++line;
    if (row.empty()) continue;
    JsonError error;
    const auto document = JsonDocument::Parse(row, &error);
    if (!document) return Fault(fmt::format("{}:{}: {}", path, line, error.message));
    const JsonValue value = document->root();
    if (!value.Is(JsonType::kObject)) {
      return Fault(fmt::format("{}:{}: must be a JSON object", path, line));
    }
    Row known{row, std::nullopt, {}};
    if (const JsonValue id = value.Find("id")) known.id = IdKey(id.raw());
    for (const std::string_view field : dataset->dataset_class->id_fields) {
      if (const JsonValue id = value.Find(field)) known.names.push_back(IdKey(id.raw()));
    }
    if (known.id) known.names.push_back(*known.id);
    rows.push_back(std::move(known));
  }
  if (rows.empty()) return Fault(path + " has no rows");
  if (std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.id.has_value(); })) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return Before(*a.id, *b.id); });
  }
  for (const Row& row : rows) {
    for (const std::string& name : row.names) dataset->by_id.emplace(name, dataset->rows.size());
    dataset->rows.push_back(row.text);
  }
  return {};
}

}  // namespace

std::string IdKey(std::string_view id_json) {
  JsonError error;
  const auto document = JsonDocument::Parse(id_json, &error);
  if (document && document->root().Is(JsonType::kString)) return document->root().String();
  return std::string(id_json);
}

Result<std::unique_ptr<DatasetStore>> DatasetStore::Load(const std::string& directory) {
  auto store = std::make_unique<DatasetStore>();
  ASSAY_ASSIGN_OR_RETURN(const std::vector<Listed> listed, List(directory));
  for (const Listed& one : listed) {
    const std::string path = directory + "/" + one.file;
    auto dataset = std::make_unique<Dataset>();
    dataset->id = one.id;
    dataset->dataset_class =
        one.class_name.empty() ? ClassOfDataset(one.id) : FindDatasetClass(one.class_name);
    if (dataset->dataset_class == nullptr) {
      return Fault(fmt::format("{}: {}; name it in {}/datasets.yaml: \"{}: CLASS\" with one of {}",
                               path,
                               one.class_name.empty() ? "nobody says what class it is of"
                                                      : "there is no class " + one.class_name,
                               directory, one.id, ClassNames()));
    }
    ASSAY_ASSIGN_OR_RETURN(dataset->text, ReadFile(path, kStage, kMostBytes));
    ASSAY_RETURN_IF_ERROR(ReadRows(path, dataset.get()));
    if (store->Find(one.id) != nullptr) return Fault(path + ": there are two of " + one.id);
    store->datasets_.push_back(std::move(dataset));
  }
  return store;
}

const Dataset* DatasetStore::Find(std::string_view id) const {
  for (const auto& dataset : datasets_) {
    if (dataset->id == id) return dataset.get();
  }
  return nullptr;
}

}  // namespace assay
