#include "apps/env/install_verb.h"

#include <cstdio>

#include "apps/setup/judges.h"
#include "env/store/install.h"

namespace assay {

void EnvInstallVerb::AddTo(CommandLine* command) {
  command
      ->Option("what", what_,
               "NAME, NAME@1.2, 'NAME@>=1,<2', or the file of a pack (.tar.zst, .tar.gz)")
      .Required();
  command
      ->Option("--registry", registry_,
               "folder or URL that NAME is looked up in [ASSAY_REGISTRY in the environment]")
      .FromEnvironment("ASSAY_REGISTRY");
  keys_.AddTo(command);
  command->Flag("--allow-unsigned", allow_unsigned_,
                "also what nobody has signed, or somebody whose key isn't listed");
  store_.AddTo(command);
  command->Option("--max-mb", max_mb_, "refuse what unpacks to more, in MiB [4096]")
      .Between(int64_t{1}, int64_t{1} << 30);
  command->Flag("--json", json_, "what was installed, as JSON");
}

int EnvInstallVerb::Run(const Options&) const {
  env::InstallRules rules;
  auto keys = keys_.Read();
  if (!keys.ok()) return FailEnv("install", keys.error(), kExitUsage);
  rules.keys = std::move(*keys);
  rules.allow_unsigned = allow_unsigned_;
  rules.limits.bytes = max_mb_ << 20;
  env::Store store(store_.Folder());
  Result<env::InstallResult> done = env::InstallResult{};
  if (NamesPackFile(what_)) {
    done = env::InstallFile(what_, rules, &store);
  } else {
    const auto wanted = env::Wanted::Parse(what_);
    if (!wanted.ok()) return FailEnv("install", wanted.error(), kExitUsage);
    if (registry_.empty()) {
      return FailEnv("install",
                     {ErrorCode::kInvalidArgument, "env", 0,
                      "--registry: name the folder or URL that has '" + wanted->name + "'"},
                     kExitUsage);
    }
    done = env::InstallWanted(*wanted, registry_, rules, &store);
  }
  if (!done.ok()) return FailEnv("install", done.error());
  for (const std::string& warning : done->warnings) {
    std::fprintf(stderr, "assay env install: warning: %s\n", OneLineOf(warning, 1000).c_str());
  }
  const env::Installed& one = done->installed;
  if (json_) {
    JsonWriter json;
    json.BeginObject().Key("name").String(one.pack.name);
    json.Key("version").String(one.pack.version.ToString());
    json.Key("sha256").String(one.pack.sha256).Key("path").Bytes(one.path);
    json.Key("key").String(one.key_id).Key("was_there").Bool(done->was_there);
    json.Key("warnings").BeginArray();
    for (const std::string& warning : done->warnings) json.Bytes(warning);
    std::printf("%s\n", json.EndArray().EndObject().text().c_str());
    return 0;
  }
  std::printf("%s %s %s\n%s\n", one.pack.name.c_str(), one.pack.version.ToString().c_str(),
              done->was_there ? "was installed already" : "is installed", one.path.c_str());
  return 0;
}

}  // namespace assay
