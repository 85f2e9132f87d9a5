// A map: the steps in the order of the header.

#include "lab/curate/steps/comparing_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "lab/curate/near/duplicates.h"
#include "lab/curate/ngrams/gram_index.h"
#include "lab/curate/records/addresses.h"
#include "text/excerpt.h"

namespace assay::curate {
namespace {

using Outcome = Result<std::optional<Drop>>;

constexpr size_t kPassageBytes = 400;

// Calls `on_row` with each row of the files and its number in its file. A fault names the step.
Status ForEachRowIn(const std::vector<std::string>& paths, const std::string& key,
                    const std::function<Status(size_t file, int64_t row, JsonValue root)>& on_row,
                    std::vector<FileIdentity>* identities) {
  const auto named = [&](const Error& error) {
    Error of_key = error;
    of_key.message = key + ": " + error.message;
    return of_key;
  };
  const auto files = FindDataFiles(paths);
  if (!files.ok()) return named(files.error());
  for (size_t file = 0; file < files->size(); ++file) {
    int64_t row = 0;
    FileIdentity identity;
    const Status status =
        ForEachRow((*files)[file],
                   [&](std::string_view json) -> Status {
                     JsonError fault;
                     const auto document = JsonDocument::Parse(json, &fault);
                     if (!document)
                       return Error{ErrorCode::kInvalidArgument, "curate", 0, fault.message};
                     return on_row(file, ++row, document->root());
                   },
                   &identity);
    if (!status.ok()) return named(status.error());
    // Each is named for what must be found in it; one that a download left empty finds nothing.
    if (row == 0) return named(NoRows({(*files)[file]}));
    identities->push_back(std::move(identity));
  }
  return {};
}

void WriteFiles(const std::vector<FileIdentity>& files, JsonWriter* json) {
  json->BeginArray();
  for (const FileIdentity& file : files) {
    json->BeginObject().Key("name").Bytes(file.name).Key("sha256").String(file.sha256);
    json->Key("rows").Int(file.rows).EndObject();
  }
  json->EndArray();
}

class Decontaminate final : public RowStep {
 public:
  explicit Decontaminate(DecontaminateStep settings)
      : settings_(std::move(settings)), index_(settings_.grams) {}

  Status Load(const std::string& name) {
    const auto add = [&](size_t file, int64_t row, JsonValue root) -> Status {
      const std::string text = TextOf(FieldOf(root, settings_.text));
      if (text.empty()) {
        return Error{ErrorCode::kInvalidArgument, "curate.benchmarks", 0,
                     fmt::format("the row has no text; name its field by {}.text (looked for: {})",
                                 name, fmt::join(settings_.text, ", "))};
      }
      index_.Add({static_cast<uint32_t>(file), row}, text);
      if (index_.memory_bytes() >> 20 < static_cast<size_t>(settings_.memory_mib)) return {};
      return Error{ErrorCode::kResource, "curate.benchmarks", 0,
                   fmt::format("the benchmarks up to here fill {}.memory_mib, {} MiB; raise it",
                               name, settings_.memory_mib)};
    };
    ASSAY_RETURN_IF_ERROR(ForEachRowIn(settings_.benchmarks, name + ".benchmarks", add, &files_));
    index_.Finish();
    return {};
  }

  Outcome Look(Row* row) override {
    const std::vector<GramMatch> matches = index_.Find(row->text, &scratch_);
    if (matches.empty()) return std::optional<Drop>();
    // The first is of the form that was asked for first, and of its smallest n.
    const GramMatch& first = matches.front();
    const std::string& benchmark = files_[first.origin.benchmark].name;
    Drop drop;
    drop.reason = fmt::format("{} words of {} ({})", first.size_words, benchmark,
                              kWordFormNames.NameOf(first.form));
    const std::string_view passage =
        std::string_view(row->text).substr(first.begin, first.end - first.begin);
    drop.evidence = Excerpt(passage, kPassageBytes);
    JsonWriter json;
    json.BeginObject().Key("matches").BeginArray();
    for (const GramMatch& match : matches) {
      json.BeginObject().Key("benchmark").Bytes(files_[match.origin.benchmark].name);
      json.Key("row").Int(match.origin.row).Key("match").String(kWordFormNames.NameOf(match.form));
      json.Key("ngram").Int(match.size_words).Key("words").Int(match.run_words);
      json.Key("passage").Bytes(Excerpt(
          std::string_view(row->text).substr(match.begin, match.end - match.begin), kPassageBytes));
      json.Key("theirs").Bytes(Excerpt(match.theirs, kPassageBytes)).EndObject();
    }
    drop.details = json.EndArray().EndObject().Take();
    return std::optional<Drop>(std::move(drop));
  }

  void WriteNotes(JsonWriter* json) const override {
    json->Key("benchmarks");
    WriteFiles(files_, json);
    json->Key("ngrams").Int(static_cast<int64_t>(index_.grams()));
  }

 private:
  const DecontaminateStep settings_;
  GramIndex index_;
  GramIndex::Scratch scratch_;
  std::vector<FileIdentity> files_;
};

class Duplicates final : public RowStep {
 public:
  Duplicates(DuplicateIndex index, std::string name)
      : index_(std::move(index)), name_(std::move(name)) {}

  Outcome Look(Row* row) override {
    auto found = index_.Offer(row->text, row->number);
    if (!found.ok()) return Named(found.error());
    if (!found->has_value()) return std::optional<Drop>();
    const Duplicate& earlier = **found;
    Drop drop;
    drop.reason = earlier.exact ? "exact duplicate" : "near duplicate";
    drop.evidence = fmt::format("Jaccard {:.3f} with row {}: {}", earlier.jaccard, earlier.row,
                                Excerpt(earlier.text, 160));
    JsonWriter json;
    json.BeginObject().Key("of_row").Int(earlier.row).Key("jaccard").Double(earlier.jaccard);
    drop.details = json.EndObject().Take();
    return std::optional<Drop>(std::move(drop));
  }

  Status Remember(const Row& row) override {
    const Status status = index_.Remember(row.text, row.number);
    if (status.ok()) return status;
    return Named(status.error());
  }

 private:
  Error Named(Error error) const {
    error.message = name_ + "." + error.message;
    return error;
  }

  DuplicateIndex index_;
  const std::string name_;
};

// 128 bits of SHA-256: two addresses never have the same ones.
struct AddressKey {
  uint64_t high = 0;
  uint64_t low = 0;
  bool operator==(const AddressKey&) const = default;
};
struct HashOfKey {
  size_t operator()(const AddressKey& key) const { return key.low; }
};

AddressKey KeyOf(const std::string& address) {
  const std::string hex = Sha256Hex(address);
  return {std::strtoull(hex.substr(0, 16).c_str(), nullptr, 16),
          std::strtoull(hex.substr(16, 16).c_str(), nullptr, 16)};
}

class Address final : public RowStep {
 public:
  Address(AddressStep settings, std::string name)
      : settings_(std::move(settings)), name_(std::move(name)) {}

  Status Load() {
    if (settings_.against.empty()) return {};
    const auto add = [&](size_t file, int64_t /*row*/, JsonValue root) -> Status {
      const std::string address = NormalAddress(TextOf(FieldOf(root, settings_.their_field)));
      if (!address.empty()) refused_.emplace(KeyOf(address), file);
      return {};
    };
    return ForEachRowIn(settings_.against, name_ + ".against", add, &files_);
  }

  Outcome Look(Row* row) override {
    const std::string address = NormalAddress(TextOf(FieldOf(row->root, settings_.field)));
    if (address.empty()) {
      return OnMissing(settings_.missing, *row, name_, "address", settings_.field);
    }
    const AddressKey key = KeyOf(address);
    if (const auto found = refused_.find(key); found != refused_.end()) {
      return std::optional<Drop>(Drop{"an address of " + files_[found->second].name, address, ""});
    }
    if (!settings_.once) return std::optional<Drop>();
    const auto [earlier, fresh] = seen_.emplace(key, row->number);
    if (fresh) return std::optional<Drop>();
    return std::optional<Drop>(
        Drop{"an address again", fmt::format("{}, as row {}", address, earlier->second), ""});
  }

  Status Remember(const Row& row) override {
    const std::string address = NormalAddress(TextOf(FieldOf(row.root, settings_.field)));
    if (!address.empty() && settings_.once) seen_.emplace(KeyOf(address), row.number);
    return {};
  }

  void WriteNotes(JsonWriter* json) const override {
    if (files_.empty()) return;
    json->Key("against");
    WriteFiles(files_, json);
  }

 private:
  const AddressStep settings_;
  const std::string name_;
  std::vector<FileIdentity> files_;
  std::unordered_map<AddressKey, size_t, HashOfKey> refused_;  // by file
  std::unordered_map<AddressKey, int64_t, HashOfKey> seen_;    // by row
};

}  // namespace

MadeStep MakeDecontaminate(const DecontaminateStep& settings, const std::string& name) {
  auto step = std::make_unique<Decontaminate>(settings);
  ASSAY_RETURN_IF_ERROR(step->Load(name));
  return MadeStep(std::move(step));
}

MadeStep MakeDuplicates(const DuplicateStep& settings, const std::string& name,
                        const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(DuplicateIndex index, DuplicateIndex::Make(settings.options, folder));
  return MadeStep(std::make_unique<Duplicates>(std::move(index), name));
}

MadeStep MakeAddress(const AddressStep& settings, const std::string& name) {
  auto step = std::make_unique<Address>(settings, name);
  ASSAY_RETURN_IF_ERROR(step->Load());
  return MadeStep(std::move(step));
}

}  // namespace assay::curate
