#include "apps/env/difficulty/select_verb.h"

#include <cstdio>

#include "apps/setup/judges.h"

namespace assay {

void EnvSelectVerb::AddTo(CommandLine* command) {
  command->Option("folder", folder_, "the environment's").Required();
  command->Option("difficulty", difficulty_, "what `assay env difficulty` has written").Required();
  command->Option("--out", out_, "folder of the new environment; it must not be there").Required();
  command->Option("--min-rate", selection_.min_rate, "the least share of passes, from 0 to 1")
      .Within(0, 1);
  command->Option("--max-rate", selection_.max_rate, "the largest").Within(0, 1);
  command->Option("--min-samples", selection_.min_samples,
                  "judged samples that a task must have; it is left out with fewer [1]");
}

int EnvSelectVerb::Run(const Options&) const {
  const auto selected = env::SelectTasks(folder_, difficulty_, selection_, out_);
  if (!selected.ok()) return TellError("env select", selected.error());
  std::printf("%lld tasks kept; left out: %lld too hard, %lld too easy, %lld unknown\n%s\n",
              static_cast<long long>(selected->kept), static_cast<long long>(selected->too_hard),
              static_cast<long long>(selected->too_easy), static_cast<long long>(selected->unknown),
              out_.c_str());
  return 0;
}

}  // namespace assay
