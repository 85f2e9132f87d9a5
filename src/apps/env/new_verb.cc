#include "apps/env/new_verb.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>

#include "apps/env/env_arguments.h"
#include "apps/setup/judges.h"
#include "env/begin/begin.h"
#include "env/model/names.h"
#include "rollout/folder/durable_file.h"

namespace assay {
namespace {

std::vector<std::string> KindNames() {
  std::vector<std::string> names;
  for (const env::Kind kind : env::BeginKinds()) {
    names.emplace_back(env::kKindNames.NameOf(kind));
  }
  return names;
}

}  // namespace

void EnvNewVerb::AddTo(CommandLine* command) {
  command->Option("name", name_, "its name: letters from a to z, digits and '-'").Required();
  command
      ->Option("--kind", kind_,
               "what its tasks are like: math, code, science, software or "
               "logic [math]")
      .OneOf(KindNames());
  command->Option("--folder", folder_, "where to, a folder that isn't there yet [NAME]");
}

int EnvNewVerb::Run(const Options&) const {
  if (!env::IsEnvironmentName(name_)) {
    return FailEnv("new",
                   {ErrorCode::kInvalidArgument, "env", 0,
                    fmt::format("the name '{}' {}", name_, env::kNameRule)},
                   kExitUsage);
  }
  const std::string folder = folder_.empty() ? name_ : folder_;
  if (::mkdir(folder.c_str(), 0755) != 0) {
    const bool there = errno == EEXIST;
    return FailEnv("new",
                   there
                       ? Error{ErrorCode::kInvalidArgument, "env", 0, folder + " is there already"}
                       : SystemError("env", errno, folder + " cannot be made"),
                   kExitUsage);
  }
  for (const env::BeginFile& file : env::BeginFiles(name_, *env::kKindNames.Find(kind_))) {
    const Status written = rollout::WriteDurably(folder + "/" + file.name, file.text);
    if (!written.ok()) return FailEnv("new", written.error());
  }
  std::printf("%s: %s; `assay env check %s` looks at it\n", folder.c_str(), "an environment",
              folder.c_str());
  return 0;
}

}  // namespace assay
