#include "apps/eval/eval_command.h"

#include "apps/eval/verbs.h"

namespace assay {

EvalCommand::EvalCommand() : CommandOfVerbs(EvalVerbs(), ProgramOptions::kBehindItToo) {}

}  // namespace assay
