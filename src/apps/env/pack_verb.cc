#include "apps/env/pack_verb.h"

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "apps/env/env_arguments.h"
#include "apps/setup/judges.h"
#include "env/registry/registry.h"
#include "rollout/folder/durable_file.h"
#include "text/utc_time.h"

namespace assay {

void EnvPackVerb::AddTo(CommandLine* command) {
  command->Option("folder", folder_, "the environment's [.]");
  command->Option("--out", out_, "folder for the pack [., or none with --registry]");
  command->Option("--registry", registry_,
                  "add it to the registry in this folder, which is made if it isn't there");
  command->Option("--sign", sign_, "private key that signs it (`assay env key new` makes one)");
  command->Flag("--gzip", gzip_, "compress with gzip, instead of Zstandard");
  command->Flag("--wheel", wheel_,
                "make a wheel that pip installs and verifiers loads, instead of a pack");
  command->Flag("--json", json_, "what was made, as JSON");
}

int EnvPackVerb::Run(const Options&) const {
  if (wheel_ && (!registry_.empty() || !sign_.empty() || gzip_)) {
    return FailEnv("pack",
                   {ErrorCode::kInvalidArgument, "env", 0,
                    "--wheel: pip has no use for --registry, --sign and --gzip"},
                   kExitUsage);
  }
  const auto report = env::CheckEnvironment(folder_);
  if (!report.ok()) {
    const bool missing = report.error().sys_errno == ENOENT;
    return FailEnv("pack", report.error(), missing ? kExitUsage : kExitEnvFailed);
  }
  if (!report->ok()) {
    PrintFaults("pack", *report);
    return kExitEnvFailed;
  }
  return wheel_ ? Wheel() : Pack(*report->manifest);
}

int EnvPackVerb::Wheel() const {
  const std::string out = out_.empty() ? "." : out_;
  if (const Status made = env::MakeFolders(out); !made.ok()) return FailEnv("pack", made.error());
  const auto name = env::MakeWheel(folder_, out);
  if (!name.ok()) return FailEnv("pack", name.error());
  if (json_) {
    JsonWriter json;
    json.BeginObject().Key("path").Bytes(out + "/" + *name).EndObject();
    std::printf("%s\n", json.text().c_str());
  } else {
    std::printf("%s/%s\n", out.c_str(), name->c_str());
  }
  return 0;
}

int EnvPackVerb::Pack(const env::Manifest& manifest) const {
  const auto form = gzip_ ? env::ArchiveForm::kTarGzip : env::ArchiveForm::kTarZstd;
  std::unique_ptr<env::Staging> staging;
  std::string out = out_.empty() ? "." : out_;
  // With a registry alone nothing is left but what is in it.
  if (out_.empty() && !registry_.empty()) {
    std::error_code ignored;
    auto made = env::Staging::Make(std::filesystem::temp_directory_path(ignored).string());
    if (!made.ok()) return FailEnv("pack", made.error());
    staging = std::move(*made);
    out = staging->path();
  }
  if (const Status made = env::MakeFolders(out); !made.ok()) return FailEnv("pack", made.error());
  env::IndexEntry entry;
  if (!sign_.empty()) {
    // Before the work, so that a wrong file is told at once.
    const auto key = env::ReadPrivateKey(sign_);
    if (!key.ok()) return FailEnv("pack", key.error(), kExitUsage);
  }
  const auto pack = env::MakePack(folder_, out, form);
  if (!pack.ok()) return FailEnv("pack", pack.error());
  entry.pack = *pack;
  entry.form = form;
  entry.created = UtcTime(std::chrono::system_clock::now(), 0);
  entry.changelog = manifest.changes;
  const std::string path = out + "/" + entry.FileName();
  if (!sign_.empty()) {
    const auto key = env::ReadPrivateKey(sign_);
    if (!key.ok()) return FailEnv("pack", key.error(), kExitUsage);
    env::SignEntry(*key, &entry);
    const Status written = rollout::WriteDurably(path + ".sig", env::EntryJson(entry));
    if (!written.ok()) return FailEnv("pack", written.error());
  }
  if (!registry_.empty()) {
    const Status published = env::Publish(registry_, path, entry);
    if (!published.ok()) return FailEnv("pack", published.error());
  }
  const std::string shown =
      staging ? registry_ + "/" + std::string(env::kPackFolder) + "/" + entry.FileName() : path;
  if (json_) {
    JsonWriter json;
    json.BeginObject().Key("path").Bytes(shown);
    json.Key("entry").Raw(env::EntryJson(entry)).EndObject();
    std::printf("%s\n", json.text().c_str());
    return 0;
  }
  std::printf("%s\nsha256 %s, %lld bytes, %s\n", shown.c_str(), pack->sha256.c_str(),
              static_cast<long long>(pack->bytes),
              entry.key_id.empty() ? "not signed" : ("signed by " + entry.key_id).c_str());
  return 0;
}

}  // namespace assay
