#include "apps/token/token_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <map>

#include "access/token_entry.h"
#include "access/token_file.h"
#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"

namespace assay {
namespace {

int64_t UnixNow() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

int Fail(const Error& error) {
  std::fprintf(stderr, "assay token: %s\n", error.message.c_str());
  return kExitUsage;
}

}  // namespace

void TokenCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  new_ = command->Verb("new", "make a token: it is printed this once, its hash is kept");
  CommandLine* const list = command->Verb("list", "whose tokens the file has, and check it");
  for (CommandLine* each : {new_, list}) {
    each->Option("--tokens", file_, "the server's tokens file [ASSAY_TOKENS in the environment]")
        .FromEnvironment("ASSAY_TOKENS")
        .Required();
  }
  new_->Option("--name", name_, "whose it is, for people and logs").Required();
  new_->Option("--role", role_,
               "viewer (looks at metrics), user (has programs judged) or admin (speaks for any "
               "tenant, too) [user]");
  new_->Option("--tenant", tenant_, "on whose behalf it speaks [its name]");
  new_->Option("--expires", expires_,
               "when it ends: after a time from now (30d, 12h, 90m), or a day (2027-01-31) or "
               "second (2027-01-31T12:00:00Z) in UTC [never]");
}

int TokenCommand::Run(const Options&) const {
  return new_->Given() ? New() : List();
}

int TokenCommand::New() const {
  const auto role = kRoleNames.Find(role_);
  if (!role) {
    return Fail({ErrorCode::kInvalidArgument, "tokens", 0,
                 "--role: must be " + kRoleNames.Choices() + ", not '" + role_ + "'"});
  }
  Caller caller{name_, *role, tenant_};
  if (!expires_.empty()) {
    caller.expires = TokenEndOf(expires_, UnixNow());
    if (!caller.expires) {
      return Fail(
          {ErrorCode::kInvalidArgument, "tokens", 0,
           "--expires: must be a time from now, like 30d, 12h or 90m, or a day or second in "
           "UTC that is still to come, like 2027-01-31 or 2027-01-31T12:00:00Z, not '" +
               expires_ + "'"});
    }
  }
  const auto token = AddToken(file_, caller);
  if (!token.ok()) return Fail(token.error());
  std::printf("%s\n", token->c_str());
  std::fprintf(stderr,
               "assay token: this is the only time it is shown; %s has its hash, and a server that "
               "runs with it takes the token within seconds\n",
               file_.c_str());
  return 0;
}

int TokenCommand::List() const {
  const auto read = ReadTokenFile(file_);
  if (!read.ok()) return Fail(read.error());
  std::map<std::string, const Caller*> sorted;
  for (const auto& [hash, caller] : read->file.table) sorted[caller->name] = caller.get();
  for (const auto& [uid, caller] : read->file.uids) sorted[caller->name] = caller.get();
  TextTable table({{"name"}, {"role"}, {"tenant"}, {"expires"}});
  const int64_t now = UnixNow();
  for (const auto& [name, caller] : sorted) {
    const bool over = caller->expires && *caller->expires <= now;
    const std::string end = caller->expires ? TokenTimeText(*caller->expires) : "never";
    table.AddRow({{name},
                  {std::string(kRoleNames.NameOf(caller->role))},
                  {caller->tenant},
                  {over ? end + " (over)" : end, over ? Colour::kYellow : Colour::kNone}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

}  // namespace assay
