#include "judging/plan/planned_program.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"

namespace assay {
namespace {

std::string CompileKey(const Program& program, const std::map<std::string, BlobPtr>& files,
                       const Limits& limits) {
  PartWriter key;
  key.Add(program.language);
  key.Add(static_cast<int64_t>(program.compile_argv.size()));
  for (const std::string& word : program.compile_argv) key.Add(word);
  key.Add(static_cast<int64_t>(program.sources.size()));
  for (const ProgramFile& source : program.sources) {
    key.Add(source.path).Add(source.contents->view());
  }
  key.Add(static_cast<int64_t>(program.env.size()));
  for (const auto& [name, value] : program.env) {
    key.Add(name).Add(value);
  }
  key.Add(static_cast<int64_t>(program.artifacts.size()));
  for (const std::string& artifact : program.artifacts) key.Add(artifact);
  key.Add(static_cast<int64_t>(files.size()));
  for (const auto& [path, contents] : files) {
    key.Add(path).Add(Sha256Hex(contents->view()));
  }
  limits.Visit([&](std::string_view, int64_t value) { key.Add(value); });
  return key.Fingerprint();
}

}  // namespace

PlannedProgram WithCompileKey(Program program, const std::map<std::string, BlobPtr>& files,
                              const Limits& limits) {
  PlannedProgram planned{std::move(program), {}};
  if (!planned.program.compile_argv.empty()) {
    planned.compile_key = CompileKey(planned.program, files, limits);
  }
  return planned;
}

}  // namespace assay
