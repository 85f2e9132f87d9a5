#include "apps/command_table.h"

#include "apps/audit/audit_command.h"
#include "apps/checker/checker_command.h"
#include "apps/cluster/cluster_command.h"
#include "apps/commands/describe_command.h"
#include "apps/commands/doctor_command.h"
#include "apps/commands/rejudge_command.h"
#include "apps/commands/run_command.h"
#include "apps/commands/version_command.h"
#include "apps/convert/convert_command.h"
#include "apps/curate/curate_command.h"
#include "apps/curriculum/curriculum_command.h"
#include "apps/env/env_command.h"
#include "apps/eval/eval_command.h"
#include "apps/fit/fit_command.h"
#include "apps/image/image_command.h"
#include "apps/logic/logic_command.h"
#include "apps/math/math_command.h"
#include "apps/mcp/mcp_command.h"
#include "apps/orchestrate/orchestrate_command.h"
#include "apps/redteam/redteam.h"
#include "apps/sandbox/sandbox_command.h"
#include "apps/score/score_command.h"
#include "apps/serve/serve.h"
#include "apps/shadow/shadow_command.h"
#include "apps/swe/swe_command.h"
#include "apps/tests/tests_command.h"
#include "apps/token/token_command.h"

namespace assay {

std::vector<std::unique_ptr<Command>> AllCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<ServeCommand>());
  commands.push_back(std::make_unique<RunCommand>());
  commands.push_back(std::make_unique<RedteamCommand>());
  commands.push_back(std::make_unique<RejudgeCommand>());
  commands.push_back(std::make_unique<DoctorCommand>());
  commands.push_back(std::make_unique<MathCommand>());
  commands.push_back(std::make_unique<LogicCommand>());
  commands.push_back(std::make_unique<SweCommand>());
  commands.push_back(std::make_unique<ScoreCommand>());
  commands.push_back(std::make_unique<ConvertCommand>());
  commands.push_back(std::make_unique<CurateCommand>());
  commands.push_back(std::make_unique<EvalCommand>());
  commands.push_back(std::make_unique<EnvCommand>());
  commands.push_back(std::make_unique<CheckerCommand>());
  commands.push_back(std::make_unique<AuditCommand>());
  commands.push_back(std::make_unique<FitCommand>());
  commands.push_back(std::make_unique<CurriculumCommand>());
  commands.push_back(std::make_unique<OrchestrateCommand>());
  commands.push_back(std::make_unique<TestsCommand>());
  commands.push_back(std::make_unique<McpCommand>());
  commands.push_back(std::make_unique<SandboxCommand>());
  commands.push_back(std::make_unique<ImageCommand>());
  commands.push_back(std::make_unique<ShadowCommand>());
  commands.push_back(std::make_unique<TokenCommand>());
  commands.push_back(std::make_unique<ClusterCommand>());
  commands.push_back(std::make_unique<VersionCommand>());
  commands.push_back(std::make_unique<CompletionCommand>());
  commands.push_back(std::make_unique<ManCommand>());
  return commands;
}

}  // namespace assay
