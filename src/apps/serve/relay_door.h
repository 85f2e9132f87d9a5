// RelayDoor: where the other process of this node, during an update, passes on requests that are
// this one's to answer: a Unix socket beside that of --takeover, for this user alone. What comes
// there has been let in by the process that has the client's connection, which says for whom; what
// it couldn't judge, a token of this process's, is judged here.
//
// Threading: opened and closed by the main thread; one thread of its own serves.
#pragma once

#include <memory>
#include <string>

#include "api/update/neighbours.h"
#include "apps/serve/serve_gate.h"
#include "apps/setup/options.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/http_server.h"
#include "net/router.h"

namespace assay {

class RelayDoor {
 public:
  // All outlive it.
  RelayDoor(ServeGate& gate, const Router& router, Neighbours& neighbours)
      : gate_(gate), router_(router), neighbours_(neighbours) {}

  // `name`: what tells this process's from any other's.
  Status Open(const Options& options, const std::string& name);
  // Empty: it isn't open.
  const std::string& path() const { return path_; }
  // Lets what is under way finish until the deadline.
  void Close(SteadyTime deadline);

 private:
  std::optional<HttpResponse> Admit(HttpRequest* head);

  ServeGate& gate_;
  const Router& router_;
  Neighbours& neighbours_;
  std::string path_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace assay
