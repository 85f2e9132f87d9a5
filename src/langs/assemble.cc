#include "langs/assemble.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "langs/include_lines.h"

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

std::vector<std::string> CompileArgv(const LanguageTools& tools,
                                     const std::vector<ProgramFile>& sources,
                                     const std::vector<std::string>& compiled,
                                     const std::vector<std::string>& asked_flags) {
  const std::vector<std::string>& flags = asked_flags.empty() ? tools.default_flags : asked_flags;
  std::vector<std::string> argv;
  for (const std::string& word : tools.compile) {
    if (word == "{flags}") {
      argv.insert(argv.end(), flags.begin(), flags.end());
      for (const FlagAddition& addition : tools.flag_additions) {
        if (addition.flags != flags) continue;
        argv.insert(argv.end(), addition.added.begin(), addition.added.end());
      }
    } else if (word == "{files}") {
      argv.insert(argv.end(), compiled.begin(), compiled.end());
    } else {
      argv.push_back(word);
    }
  }
  if (!ChoosesLinking(flags)) {
    argv.insert(argv.end(), tools.link_flags.begin(), tools.link_flags.end());
  }
  for (const MentionedLibraries& libraries : tools.libraries) {
    const bool mentioned =
        std::any_of(sources.begin(), sources.end(), [&](const ProgramFile& source) {
          const auto paths = IncludedPaths(source.contents->view());
          return std::any_of(paths.begin(), paths.end(), [&](std::string_view path) {
            return StartsWith(path, libraries.mention);
          });
        });
    if (mentioned) argv.insert(argv.end(), libraries.flags.begin(), libraries.flags.end());
  }
  return argv;
}

Status LayOut(const std::string& id, const LanguageTools& tools, ProgramKind kind,
              std::string_view code, const Problem& problem, ProgramLayout* layout) {
  switch (kind) {
    case ProgramKind::kJudge:
      if (tools.judge != nullptr) return tools.judge(problem, code, layout);
      [[fallthrough]];
    case ProgramKind::kWhole:
      if (tools.whole != nullptr) return tools.whole(problem, code, layout);
      layout->sources = {{tools.source, Blob::FromString(std::string(code))}};
      layout->compiled = {tools.source};
      layout->main = tools.source;
      return {};
    case ProgramKind::kFunctionCall:
      if (tools.function_call == nullptr) {
        return Invalid("language", id + " has no driver for function calls");
      }
      if (problem.function_name.empty()) return Invalid("problem.function_name", "is missing");
      return tools.function_call(problem, code, layout);
    case ProgramKind::kAssert:
      if (tools.assertion == nullptr) {
        return Invalid("language", id + " has no driver for asserts");
      }
      if (TrimAsciiSpace(problem.assert_code).empty())
        return Invalid("problem.assert_code", "is empty");
      return tools.assertion(problem, code, layout);
    case ProgramKind::kAssertTests:
    case ProgramKind::kAssertCalls: {
      const LayoutHook& hook =
          kind == ProgramKind::kAssertTests ? tools.assertion_tests : tools.assertion_calls;
      if (hook == nullptr) return Invalid("language", id + " cannot separate asserts");
      return hook(problem, code, layout);
    }
  }
  return Invalid("kind", "unknown");
}

}  // namespace

Result<Program> AssembleProgram(const LanguageEntry& entry, const LanguageTools& tools,
                                ProgramKind kind, std::string_view code, const Problem& problem,
                                const std::vector<std::string>& flags) {
  ProgramLayout layout;
  ASSAY_RETURN_IF_ERROR(LayOut(entry.id, tools, kind, code, problem, &layout));

  Program program;
  program.language = entry.id;
  program.sources = std::move(layout.sources);
  if (!tools.compile.empty()) {
    program.compile_argv = CompileArgv(tools, program.sources, layout.compiled, flags);
    program.artifacts = tools.artifacts;
  }
  for (const std::string& word : tools.run) {
    if (word == "{options}") {
      program.run_argv.insert(program.run_argv.end(), layout.options.begin(), layout.options.end());
    } else {
      program.run_argv.push_back(word == "{main}" ? layout.main : word);
    }
  }
  program.run_argv.insert(program.run_argv.end(), layout.arguments.begin(), layout.arguments.end());
  program.env = SharedEnv();
  for (const auto& [name, value] : tools.env) program.env[name] = value;
  if (kind == ProgramKind::kWhole) program.failure_signs = tools.failure_signs;
  program.sources_at_run = tools.compile.empty();
  program.reply = kind != ProgramKind::kWhole && kind != ProgramKind::kJudge;
  return program;
}

}  // namespace assay
