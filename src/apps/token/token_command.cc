#include "apps/token/token_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "access/token_file.h"
#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"

namespace assay {
namespace {

int Fail(const Error& error) {
  std::fprintf(stderr, "assay token: %s\n", error.message.c_str());
  return kExitUsage;
}

}  // namespace

void TokenCommand::AddTo(CLI::App* command) {
  command->require_subcommand(1);
  new_ = command->add_subcommand("new", "make a token: it is printed this once, its hash is kept");
  CLI::App* const list = command->add_subcommand("list", "whose tokens the file has, and check it");
  for (CLI::App* each : {new_, list}) {
    each->add_option("--tokens", file_,
                     "the server's tokens file [ASSAY_TOKENS in the environment]")
        ->envname("ASSAY_TOKENS")
        ->required();
  }
  new_->add_option("--name", name_, "whose it is, for people and logs")->required();
  new_->add_option("--role", role_,
                   "viewer (looks at metrics), user (has programs judged) or admin (speaks for any "
                   "tenant, too) [user]");
  new_->add_option("--tenant", tenant_, "on whose behalf it speaks [its name]");
}

int TokenCommand::Run(const Options&) const {
  return new_->parsed() ? New() : List();
}

int TokenCommand::New() const {
  const auto role = kRoleNames.Find(role_);
  if (!role) {
    return Fail({ErrorCode::kInvalidArgument, "tokens", 0,
                 "--role: must be " + kRoleNames.Choices() + ", not '" + role_ + "'"});
  }
  const auto token = AddToken(file_, {name_, *role, tenant_});
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
  TextTable table({{"name"}, {"role"}, {"tenant"}});
  for (const auto& [name, caller] : sorted) {
    table.AddRow({{name}, {std::string(kRoleNames.NameOf(caller->role))}, {caller->tenant}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

}  // namespace assay
