#include "judging/plan/planned_program.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace assay {
namespace {

// Collects the parts of a cache key so that no two different lists of parts look alike.
class KeyBuilder {
 public:
  void Add(std::string_view part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
  }
  void Add(int64_t number) { Add(std::to_string(number)); }
  std::string Finish() const { return Sha256Hex(text_); }

 private:
  std::string text_;
};

std::string CompileKey(const Program& program, const std::map<std::string, BlobPtr>& files,
                       const Limits& limits) {
  KeyBuilder key;
  key.Add(program.language);
  key.Add(static_cast<int64_t>(program.compile_argv.size()));
  for (const std::string& word : program.compile_argv) key.Add(word);
  key.Add(static_cast<int64_t>(program.sources.size()));
  for (const ProgramFile& source : program.sources) {
    key.Add(source.path);
    key.Add(source.contents->view());
  }
  key.Add(static_cast<int64_t>(program.env.size()));
  for (const auto& [name, value] : program.env) {
    key.Add(name);
    key.Add(value);
  }
  key.Add(static_cast<int64_t>(program.artifacts.size()));
  for (const std::string& artifact : program.artifacts) key.Add(artifact);
  key.Add(static_cast<int64_t>(files.size()));
  for (const auto& [path, contents] : files) {
    key.Add(path);
    key.Add(Sha256Hex(contents->view()));
  }
  for (const int64_t number :
       {static_cast<int64_t>(limits.cpu_time.count()),
        static_cast<int64_t>(limits.wall_time.count()),
        static_cast<int64_t>(limits.wall_backstop_factor), limits.memory_bytes, limits.output_bytes,
        limits.file_bytes, limits.processes, limits.stack_bytes}) {
    key.Add(number);
  }
  return key.Finish();
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
