#include "apps/env/show_verb.h"

#include <cerrno>
#include <cstdio>

#include "apps/setup/judges.h"
#include "data/rows/rows.h"

namespace assay {

void EnvShowVerb::AddTo(CommandLine* command) {
  command->Option("what", named_,
                  "a folder, the file of a pack, or NAME or NAME@VERSION of what is installed [.]");
  command->Option("--rows", rows_, "print the rows of these instead: tasks or evaluation")
      .OneOf({"tasks", "evaluation"});
  store_.AddTo(command);
}

int EnvShowVerb::Run(const Options&) const {
  const auto opened = OpenEnvironment(named_, store_.Folder());
  if (!opened.ok()) return FailEnv("show", opened.error(), kExitUsage);
  const auto manifest = env::ReadManifest(opened->folder);
  if (!manifest.ok()) return FailEnv("show", manifest.error());
  if (rows_.empty()) {
    JsonWriter json;
    json.BeginObject().Key("folder").Bytes(opened->folder).Key("manifest").Raw(manifest->json);
    std::printf("%s\n", json.EndObject().text().c_str());
    return 0;
  }
  if (rows_ == "evaluation" && !manifest->evaluation) {
    return FailEnv("show", {ErrorCode::kInvalidArgument, "env", 0,
                            manifest->name + " has no evaluation tasks"});
  }
  const env::TaskFile& tasks = rows_ == "tasks" ? manifest->tasks : *manifest->evaluation;
  const Status done = ForEachRow(opened->folder + "/" + tasks.file, [](std::string_view row) {
    if (std::fwrite(row.data(), 1, row.size(), stdout) == row.size() && std::putchar('\n') != EOF) {
      return Status();
    }
    return Status(SystemError("env", errno, "cannot write"));
  });
  if (!done.ok()) return FailEnv("show", done.error());
  return 0;
}

}  // namespace assay
