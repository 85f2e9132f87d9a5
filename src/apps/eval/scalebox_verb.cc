#include "apps/eval/scalebox_verb.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "apps/eval/benchmark_arguments.h"
#include "apps/eval/run_verb.h"
#include "apps/eval/scalebox/arguments.h"
#include "apps/eval/scalebox/config.h"
#include "apps/setup/input_file.h"

namespace assay {
namespace {

constexpr char kVerb[] = "scalebox";

}  // namespace

void EvalScaleboxVerb::AddTo(CommandLine* command) {
  command->Option("file", file_, "their config.yaml").Required();
  command->Option("given", given_,
                  "behind --: options of `assay eval run` that count instead of the file's");
}

int EvalScaleboxVerb::Run(const Options& options) const {
  const auto text = ReadTextFile(file_);
  if (!text.ok()) return ComplainEval(kVerb, text.error());
  const auto config = ParseScaleboxConfig(*text, file_);
  if (!config.ok()) return ComplainEval(kVerb, config.error());
  for (const std::string& warning : config->warnings) {
    std::fputs(fmt::format("assay eval scalebox: {}: {}\n", file_, warning).c_str(), stderr);
  }
  auto arguments = RunArguments(*config, given_);
  if (!arguments.ok()) return ComplainEval(kVerb, arguments.error());
  arguments->insert(arguments->end(), given_.begin(), given_.end());
  EvalRunVerb run;
  const Status parsed = ParseArguments(
      "assay eval run", [&](CommandLine* line) { run.AddTo(line); }, *arguments);
  if (!parsed.ok()) return ComplainEval(kVerb, parsed.error());
  return run.Run(options);
}

}  // namespace assay
