#include "langs/entries/shared.h"

#include "langs/entry/common.h"
#include "langs/entry/host_command.h"
#include "langs/entry/program.h"

namespace assay {

std::map<std::string, std::string> PythonEnv(const std::string& interpreter) {
  auto env = PathWith(interpreter);
  // The work directory is thrown away after the run: writing byte code there only costs time.
  env.emplace("PYTHONDONTWRITEBYTECODE", "1");
  env.emplace("PYTHONHASHSEED", std::to_string(kHashSeed));
  // Integers of any length are read and printed; the time limit judges.
  env.emplace("PYTHONINTMAXSTRDIGITS", "0");
  return env;
}

std::vector<std::string> PythonFences() {
  return {"python", "py", "python3", "py3", "pytest", "pypy"};
}

std::vector<MentionedLibraries> UsualLibraries() {
  return {{"openssl/", {"-lssl", "-lcrypto"}}};
}

std::vector<std::string> FastLinkerFlags(const std::string& compiler) {
  if (FindOnPath("mold").empty()) return {};
  const std::vector<std::string> flags = {"-fuse-ld=mold", "-Wl,--threads=1"};
  const auto probe = RunHostCommand({compiler, flags[0], flags[1], "-Wl,--version"});
  if (probe.exit_code != 0 || probe.output.find("mold") == std::string::npos) return {};
  return flags;
}

}  // namespace assay
