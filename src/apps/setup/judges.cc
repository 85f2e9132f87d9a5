#include "apps/setup/judges.h"

#include "service/local_judge.h"
#include "service/remote_judge.h"

namespace assay {
namespace {

class MachineJudge final : public service::LocalJudge {
 public:
  explicit MachineJudge(std::unique_ptr<Machine> machine)
      : LocalJudge(machine->router(), machine->runner().slots()), machine_(std::move(machine)) {}

 private:
  const std::unique_ptr<Machine> machine_;
};

}  // namespace

int ExitCodeOf(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitNoVerdict;
}

void ServerArguments::AddTo(CLI::App* command, const std::string& what) {
  command->add_option("--url", url, what + ": http://host:port or https://host:port");
  command->add_option("--cacert", ca_file,
                      "PEM file with the authorities that may vouch for an https server [the "
                      "system's]");
}

Result<std::unique_ptr<service::Judge>> MakeJudge(const Options& options,
                                                  const ServerArguments& server,
                                                  PrecompiledHeaderUse headers,
                                                  const std::vector<std::string>& only) {
  if (!server.url.empty() || !server.ca_file.empty()) {
    return service::MakeRemoteJudge(server.url, server.ca_file);
  }
  ASSAY_ASSIGN_OR_RETURN(auto machine, Machine::Create(options, headers, only));
  return std::unique_ptr<service::Judge>(std::make_unique<MachineJudge>(std::move(machine)));
}

int RequestsUnderWay(const service::Judge& judge, int remote) {
  // Enough that no slot waits for the next request.
  return judge.slots() ? *judge.slots() + 2 : remote;
}

}  // namespace assay
