#include "langs/language.h"

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <set>

#include "base/check.h"
#include "base/text.h"
#include "langs/assemble.h"
#include "langs/drivers/driver_input.h"

namespace assay {
namespace {

std::string_view Extension(std::string_view path) {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  const bool in_name = dot != path.npos && (slash == path.npos || dot > slash);
  return in_name ? path.substr(dot) : std::string_view();
}

bool Holds(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const LanguageEntry* EntryOfFile(const std::vector<LanguageEntry>& languages,
                                 std::string_view path) {
  const std::string extension = AsciiLower(Extension(path));
  for (const LanguageEntry& entry : languages) {
    if (Holds(entry.extensions, extension)) return &entry;
  }
  return nullptr;
}

std::string LanguageOfFile(const std::vector<LanguageEntry>& languages, std::string_view path) {
  const LanguageEntry* entry = EntryOfFile(languages, path);
  return entry == nullptr ? std::string() : entry->shown_name();
}

struct LanguageTable::Impl {
  struct Found {
    const LanguageEntry& entry;
    const LanguageTools& tools;
  };

  std::vector<LanguageEntry> entries;
  std::vector<LanguageTools> tools;                    // of the entry with the same index
  std::map<std::string, size_t, std::less<>> by_name;  // lower-case names and aliases

  std::optional<Found> Find(std::string_view name) const {
    const auto found = by_name.find(AsciiLower(TrimAsciiSpace(name)));
    if (found == by_name.end()) return std::nullopt;
    return Found{entries[found->second], tools[found->second]};
  }
};

LanguageTable::LanguageTable(const LanguageConfig& config, std::vector<LanguageEntry> languages)
    : impl_(std::make_unique<Impl>()) {
  impl_->entries = std::move(languages);
  for (size_t i = 0; i < impl_->entries.size(); ++i) {
    const LanguageEntry& entry = impl_->entries[i];
    impl_->tools.push_back(entry.tools(config));
    ASSAY_CHECK(impl_->by_name.emplace(entry.id, i).second);
    for (const std::string& alias : entry.aliases) {
      ASSAY_CHECK(impl_->by_name.emplace(alias, i).second);
    }
  }
}

LanguageTable::~LanguageTable() = default;

Status LanguageTable::CheckSettings() const {
  for (const LanguageTools& tools : impl_->tools) ASSAY_RETURN_IF_ERROR(tools.settings);
  return {};
}

std::vector<Preparation> LanguageTable::Prepare(const std::string& cache_dir,
                                                std::vector<std::string>* failures) {
  std::vector<Preparation> left;
  for (LanguageTools& tools : impl_->tools) {
    const LanguagePreparation& preparation = tools.preparation;
    if (preparation.place == nullptr) continue;
    auto work = preparation.place(cache_dir, &tools);
    if (!work.ok()) {
      failures->push_back(preparation.without + ": " + work.error().ToString());
    } else if (*work != nullptr) {
      left.push_back(
          {preparation.what, preparation.without, preparation.pays_at_once, *std::move(work)});
    }
  }
  return left;
}

const std::vector<LanguageEntry>& LanguageTable::entries() const {
  return impl_->entries;
}

std::optional<std::string> LanguageTable::Canonical(std::string_view name) const {
  const auto found = impl_->Find(name);
  if (!found) return std::nullopt;
  return found->entry.id;
}

std::vector<std::string> LanguageTable::Languages() const {
  std::vector<std::string> ids;
  for (const LanguageEntry& entry : impl_->entries) ids.push_back(entry.id);
  return ids;
}

bool LanguageTable::Compiles(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found && !found->tools.compile.empty();
}

std::vector<std::string> LanguageTable::DefaultFlags(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found ? found->tools.default_flags : std::vector<std::string>();
}

std::vector<std::string> LanguageTable::ContestFlags(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found ? found->entry.contest_flags : std::vector<std::string>();
}

double LanguageTable::TimeMultiplier(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found ? found->entry.time_multiplier : 1;
}

bool LanguageTable::IsCompileUnit(std::string_view language, std::string_view path) const {
  const auto found = impl_->Find(language);
  if (!found || found->tools.compile.empty()) return false;
  const auto& units = found->entry.compile_units;
  return Holds(units.empty() ? found->entry.extensions : units, Extension(path));
}

std::vector<ProgramFile> LanguageTable::OfferedFiles(std::string_view language,
                                                     std::string_view source) const {
  const auto found = impl_->Find(language);
  if (!found) return {};
  std::vector<ProgramFile> files;
  for (const ProgramFile& file : found->tools.offered_files) {
    if (source.find(file.path) != source.npos) files.push_back(file);
  }
  return files;
}

Fences LanguageTable::FencesFor(std::string_view name) const {
  Fences fences;
  const std::string lower = AsciiLower(name);
  if (!lower.empty()) fences.names = {lower};
  const auto found = impl_->Find(name);
  if (!found) return fences;
  // A name that no fence uses ("c++17" does, "g++" doesn't) stands for itself.
  if (Holds(found->entry.fences, lower)) fences.names = found->entry.fences;
  const auto peer = found->entry.peer_fences.find(std::string(name));
  if (peer != found->entry.peer_fences.end()) fences.peer = peer->second;
  return fences;
}

Result<Program> LanguageTable::MakeProgram(std::string_view language, ProgramKind kind,
                                           std::string_view code, const Problem& problem,
                                           const std::vector<std::string>& flags) const {
  const auto found = impl_->Find(language);
  if (!found) {
    return InvalidField("langs.program", "language", "unknown: " + std::string(language));
  }
  return AssembleProgram(found->entry, found->tools, kind, code, problem, flags);
}

BlobPtr LanguageTable::DriverInput(const Problem& problem, const TestCase& test,
                                   std::string_view nonce) const {
  return MakeDriverInput(problem, test, nonce);
}

bool LanguageTable::RunsAsserts(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found && found->tools.assertion != nullptr;
}

bool LanguageTable::SeparatesAsserts(std::string_view language) const {
  const auto found = impl_->Find(language);
  return found && found->tools.assertion_tests != nullptr &&
         found->tools.assertion_calls != nullptr;
}

BlobPtr LanguageTable::AssertTestsInput(const Problem& problem,
                                        const AssertProgress& progress) const {
  return MakeAssertTestsInput(problem, progress);
}

std::vector<WarmStart> LanguageTable::WarmStarts() const {
  std::vector<WarmStart> starts;
  Problem problem;
  problem.function_name = "f";
  for (const LanguageEntry& entry : impl_->entries) {
    if (entry.warm == WarmRecipe::kNone) continue;
    for (const ProgramKind kind : {ProgramKind::kWhole, ProgramKind::kFunctionCall}) {
      auto program = MakeProgram(entry.id, kind, "", problem, {});
      if (!program.ok() || program->run_argv.size() < 2) continue;
      program->run_argv.resize(2);
      starts.push_back({entry.warm, kind, std::move(program->run_argv), std::move(program->env)});
    }
  }
  return starts;
}

std::vector<Toolchain> LanguageTable::Probe(const std::vector<std::string>& only) const {
  std::set<std::string> wanted;
  for (const std::string& name : only) wanted.insert(Canonical(name).value_or(name));
  std::vector<std::future<Toolchain>> probes;
  for (size_t i = 0; i < impl_->entries.size(); ++i) {
    if (!only.empty() && wanted.count(impl_->entries[i].id) == 0) continue;
    probes.push_back(std::async(std::launch::async, ProbeToolchain, std::cref(impl_->entries[i]),
                                std::cref(impl_->tools[i])));
  }
  std::vector<Toolchain> toolchains;
  for (std::future<Toolchain>& probe : probes) toolchains.push_back(probe.get());
  return toolchains;
}

std::vector<std::string> LanguageTable::ToolchainPaths() const {
  return FindToolchainPaths(impl_->tools);
}

}  // namespace assay
