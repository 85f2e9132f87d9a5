#include "apps/env/key_verb.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"

namespace assay {
namespace {

constexpr int64_t kMostListBytes = 16 << 20;

}  // namespace

void EnvKeyVerb::AddTo(CommandLine* command) {
  command->NeedsVerb();
  new_ = command->Verb("new", "make a key: FILE is yours alone, FILE.pub is for others");
  new_->Option("file", file_, "where to; nothing is written over").Required();
  new_->Option("--whose", whose_, "a name or address in FILE.pub, for people");
  trust_ = command->Verb("trust", "let packs that these keys have signed be installed");
  trust_->Option("file", file_, "public keys, as in FILE.pub").Required();
  CommandLine* const list = command->Verb("list", "the keys that are trusted");
  for (CommandLine* each : {trust_, list}) keys_.AddListTo(each);
}

int EnvKeyVerb::Run(const Options&) const {
  if (new_->Given()) return New();
  return trust_->Given() ? Trust() : List();
}

int EnvKeyVerb::New() const {
  if (whose_.find_first_of("\r\n") != std::string::npos || whose_.size() > 200) {
    return FailEnv("key",
                   {ErrorCode::kInvalidArgument, "env", 0, "--whose: must be one short line"},
                   kExitUsage);
  }
  const auto key = env::MakeKeyFiles(file_, whose_);
  if (!key.ok()) {
    return FailEnv("key", key.error(),
                   key.error().code == ErrorCode::kInvalidArgument ? kExitUsage : kExitEnvFailed);
  }
  std::printf("%s signs (keep it), %s.pub is for others\nkey %s\n", file_.c_str(), file_.c_str(),
              key->Id().c_str());
  return 0;
}

int EnvKeyVerb::Trust() const {
  const auto keys = env::ReadPublicKeys({file_});
  if (!keys.ok()) return FailEnv("key", keys.error(), kExitUsage);
  if (keys->empty()) {
    return FailEnv("key", {ErrorCode::kInvalidArgument, "env", 0, file_ + " has no key"},
                   kExitUsage);
  }
  const std::string path = keys_.ListFile();
  const size_t slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) {
    const Status made = env::MakeFolders(path.substr(0, slash));
    if (!made.ok()) return FailEnv("key", made.error());
  }
  // Held while the list is read and replaced, so that none of two at once is lost.
  const UniqueFd lock(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock || ::flock(lock.get(), LOCK_EX) != 0) {
    return FailEnv("key", SystemError("env", errno, path + ".lock"));
  }
  std::string text;
  std::vector<env::PublicKey> listed;
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) {
    auto read = ReadFile(path, "env", kMostListBytes);
    if (!read.ok()) return FailEnv("key", read.error());
    text = std::move(*read);
    auto parsed = env::ParsePublicKeys(text, path);
    if (!parsed.ok()) return FailEnv("key", parsed.error());
    listed = std::move(*parsed);
    if (!text.empty() && text.back() != '\n') text += '\n';
  }
  for (const env::PublicKey& key : *keys) {
    const bool known = std::find(listed.begin(), listed.end(), key) != listed.end();
    if (!known) {
      text += key.Line() + "\n";
      listed.push_back(key);
    }
    std::printf("%s %s %s\n", key.Id().c_str(), known ? "was trusted already" : "is trusted",
                OneLineOf(key.whose, 200).c_str());
  }
  const Status written = rollout::WriteDurably(path, text);
  return written.ok() ? 0 : FailEnv("key", written.error());
}

int EnvKeyVerb::List() const {
  const auto keys = keys_.Read();
  if (!keys.ok()) return FailEnv("key", keys.error(), kExitUsage);
  TextTable table({{"key"}, {"whose"}});
  for (const env::PublicKey& key : *keys) table.AddRow({{key.Id()}, {OneLineOf(key.whose, 200)}});
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

}  // namespace assay
