#include "langs/language.h"

#include "base/text.h"
#include "langs/driver_input.h"
#include "langs/host_command.h"
#include "langs/table.h"
#include "langs/toolchain.h"

namespace assay {
namespace {

Error Invalid(std::string field, const std::string& what) {
  return InvalidField("langs.program", std::move(field), what);
}

// What every program finds in its environment. One thread for numeric libraries: a run has one
// core, and their default of a thread for each core of the host costs CPU time that is judged.
std::map<std::string, std::string> SharedEnv() {
  return {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
          {"HOME", "/box"},
          {"TMPDIR", "/tmp"},
          {"LANG", "C.UTF-8"},
          {"OMP_NUM_THREADS", "1"},
          {"OPENBLAS_NUM_THREADS", "1"},
          {"MKL_NUM_THREADS", "1"}};
}

// Flags that choose how to link by themselves; ours would get in their way.
bool ChoosesLinking(const std::vector<std::string>& flags) {
  for (const std::string& flag : flags) {
    for (std::string_view prefix :
         {"-l", "-L", "-static", "-shared", "-fsanitize", "-Wl,", "-fuse-ld", "-nostd",
          "-nodefault", "-pg", "--coverage", "-stdlib"}) {
      if (StartsWith(flag, prefix)) return true;
    }
  }
  return false;
}

std::vector<std::string> CompileArgv(const LanguageEntry& entry, const LanguageConfig& config,
                                     const ProgramLayout& layout,
                                     const std::vector<std::string>& asked_flags) {
  const std::vector<std::string>& flags = asked_flags.empty() ? entry.default_flags : asked_flags;
  std::vector<std::string> argv;
  for (const std::string& word : entry.compile) {
    if (word == "{flags}") {
      argv.insert(argv.end(), flags.begin(), flags.end());
      if (entry.id != "cpp") continue;
      for (const PrecompiledHeader& header : config.precompiled_headers) {
        if (header.flags == flags) argv.insert(argv.end(), {"-I", header.directory});
      }
    } else if (word == "{files}") {
      argv.insert(argv.end(), layout.compiled.begin(), layout.compiled.end());
    } else {
      argv.push_back(word);
    }
  }
  if (!ChoosesLinking(flags)) {
    argv.insert(argv.end(), entry.link_flags.begin(), entry.link_flags.end());
  }
  return argv;
}

Status LayOut(const LanguageEntry& entry, ProgramKind kind, std::string_view code,
              const Problem& problem, ProgramLayout* layout) {
  switch (kind) {
    case ProgramKind::kJudge:
      if (entry.judge != nullptr) return entry.judge(problem, code, layout);
      [[fallthrough]];
    case ProgramKind::kWhole:
      if (entry.whole != nullptr) return entry.whole(problem, code, layout);
      layout->sources = {{entry.source, Blob::FromString(std::string(code))}};
      layout->compiled = {entry.source};
      layout->main = entry.source;
      return {};
    case ProgramKind::kFunctionCall:
      if (entry.function_call == nullptr) {
        return Invalid("language", entry.id + " has no driver for function calls");
      }
      if (problem.function_name.empty()) return Invalid("problem.function_name", "is missing");
      return entry.function_call(problem, code, layout);
    case ProgramKind::kAssert:
      if (entry.assertion == nullptr) {
        return Invalid("language", entry.id + " has no driver for asserts");
      }
      if (TrimAsciiSpace(problem.assert_code).empty())
        return Invalid("problem.assert_code", "is empty");
      return entry.assertion(problem, code, layout);
    case ProgramKind::kAssertTests:
    case ProgramKind::kAssertCalls: {
      const LayoutHook& hook =
          kind == ProgramKind::kAssertTests ? entry.assertion_tests : entry.assertion_calls;
      if (hook == nullptr) return Invalid("language", entry.id + " cannot separate asserts");
      return hook(problem, code, layout);
    }
  }
  return Invalid("kind", "unknown");
}

}  // namespace

struct LanguageTable::Impl {
  LanguageConfig config;
  std::vector<LanguageEntry> entries;
  std::map<std::string, size_t, std::less<>> by_name;  // lower-case names and aliases

  const LanguageEntry* Find(std::string_view name) const {
    const auto found = by_name.find(AsciiLower(TrimAsciiSpace(name)));
    return found == by_name.end() ? nullptr : &entries[found->second];
  }
};

LanguageTable::LanguageTable(LanguageConfig config) : impl_(std::make_unique<Impl>()) {
  impl_->entries = BuildTable(config);
  impl_->config = std::move(config);
  for (size_t i = 0; i < impl_->entries.size(); ++i) {
    const LanguageEntry& entry = impl_->entries[i];
    ASSAY_CHECK(impl_->by_name.emplace(entry.id, i).second);
    for (const std::string& alias : entry.aliases) {
      ASSAY_CHECK(impl_->by_name.emplace(alias, i).second);
    }
  }
}

LanguageTable::~LanguageTable() = default;

std::optional<std::string> LanguageTable::Canonical(std::string_view name) const {
  const LanguageEntry* entry = impl_->Find(name);
  if (entry == nullptr) return std::nullopt;
  return entry->id;
}

std::vector<std::string> LanguageTable::Languages() const {
  std::vector<std::string> ids;
  for (const LanguageEntry& entry : impl_->entries) ids.push_back(entry.id);
  return ids;
}

bool LanguageTable::Compiles(std::string_view language) const {
  const LanguageEntry* entry = impl_->Find(language);
  return entry != nullptr && !entry->compile.empty();
}

std::vector<std::string> LanguageTable::DefaultFlags(std::string_view language) const {
  const LanguageEntry* entry = impl_->Find(language);
  return entry == nullptr ? std::vector<std::string>() : entry->default_flags;
}

double LanguageTable::TimeMultiplier(std::string_view language) const {
  const LanguageEntry* entry = impl_->Find(language);
  return entry == nullptr ? 1 : entry->time_multiplier;
}

Result<Program> LanguageTable::MakeProgram(std::string_view language, ProgramKind kind,
                                           std::string_view code, const Problem& problem,
                                           const std::vector<std::string>& flags) const {
  const LanguageEntry* entry = impl_->Find(language);
  if (entry == nullptr) return Invalid("language", "unknown: " + std::string(language));

  ProgramLayout layout;
  ASSAY_RETURN_IF_ERROR(LayOut(*entry, kind, code, problem, &layout));

  Program program;
  program.language = entry->id;
  program.sources = std::move(layout.sources);
  if (!entry->compile.empty()) {
    program.compile_argv = CompileArgv(*entry, impl_->config, layout, flags);
    program.artifacts = entry->artifacts;
  }
  for (const std::string& word : entry->run) {
    if (word == "{options}") {
      program.run_argv.insert(program.run_argv.end(), layout.options.begin(), layout.options.end());
    } else {
      program.run_argv.push_back(word == "{main}" ? layout.main : word);
    }
  }
  program.run_argv.insert(program.run_argv.end(), layout.arguments.begin(), layout.arguments.end());
  program.env = SharedEnv();
  for (const auto& [name, value] : entry->env) program.env[name] = value;
  program.sources_at_run = entry->compile.empty();
  program.reply = kind != ProgramKind::kWhole && kind != ProgramKind::kJudge;
  return program;
}

BlobPtr LanguageTable::DriverInput(const Problem& problem, const TestCase& test,
                                   std::string_view nonce) const {
  return MakeDriverInput(problem, test, nonce);
}

bool LanguageTable::SeparatesAsserts(std::string_view language) const {
  const LanguageEntry* entry = impl_->Find(language);
  return entry != nullptr && entry->assertion_tests != nullptr && entry->assertion_calls != nullptr;
}

BlobPtr LanguageTable::AssertTestsInput(const Problem& problem,
                                        const AssertProgress& progress) const {
  return MakeAssertTestsInput(problem, progress);
}

std::vector<Toolchain> LanguageTable::Probe() const {
  return ProbeToolchains(impl_->entries);
}

std::vector<std::string> LanguageTable::ToolchainPaths() const {
  return FindToolchainPaths(impl_->config);
}

}  // namespace assay
