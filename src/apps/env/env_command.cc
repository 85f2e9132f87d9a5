#include "apps/env/env_command.h"

#include "apps/env/check_verb.h"
#include "apps/env/diff_verb.h"
#include "apps/env/difficulty/difficulty_verb.h"
#include "apps/env/difficulty/select_verb.h"
#include "apps/env/install_verb.h"
#include "apps/env/key_verb.h"
#include "apps/env/list_verb.h"
#include "apps/env/new_verb.h"
#include "apps/env/pack_verb.h"
#include "apps/env/roll_verbs.h"
#include "apps/env/score_verb.h"
#include "apps/env/show_verb.h"

namespace assay {

namespace {

std::vector<std::unique_ptr<Command>> Verbs() {
  std::vector<std::unique_ptr<Command>> verbs;
  verbs.push_back(std::make_unique<EnvNewVerb>());
  verbs.push_back(std::make_unique<EnvCheckVerb>());
  verbs.push_back(std::make_unique<EnvPackVerb>());
  verbs.push_back(std::make_unique<EnvListVerb>());
  verbs.push_back(std::make_unique<EnvInstallVerb>());
  verbs.push_back(std::make_unique<EnvDiffVerb>());
  verbs.push_back(std::make_unique<EnvRunVerb>());
  verbs.push_back(std::make_unique<EnvServeVerb>());
  verbs.push_back(std::make_unique<EnvScoreVerb>());
  verbs.push_back(std::make_unique<EnvShowVerb>());
  verbs.push_back(std::make_unique<EnvDifficultyVerb>());
  verbs.push_back(std::make_unique<EnvSelectVerb>());
  verbs.push_back(std::make_unique<EnvKeyVerb>());
  return verbs;
}

}  // namespace

EnvCommand::EnvCommand() : CommandOfVerbs(Verbs()) {}

}  // namespace assay
