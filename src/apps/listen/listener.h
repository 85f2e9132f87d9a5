// Listener: the port of a command that a trainer talks to, with who may: this machine, or who has a
// token, and no web page of another site.
//
// Used by the main thread; the router's handlers run on the server's.
#pragma once

#include <memory>
#include <string>

#include "apps/cli/command_line.h"
#include "base/result.h"
#include "net/http_server.h"
#include "net/router.h"

namespace assay {

class Listener {
 public:
  explicit Listener(int port) : port_(port) {}

  // Declares --host, --port, --token and --insecure. `this` outlives the parsing.
  void AddTo(CommandLine* command);
  // kInvalidArgument, naming the option: others reach the address, and anybody could ask. `router`
  // outlives the server.
  Result<std::unique_ptr<HttpServer>> Start(const Router& router) const;
  // "http://127.0.0.1:8095".
  std::string UrlOf(const HttpServer& server) const;

 private:
  std::string host_ = "127.0.0.1";
  int port_;
  std::string token_;
  bool insecure_ = false;
};

}  // namespace assay
