#include "apps/setup/version.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <seccomp.h>
#include <simdjson.h>
#include <spdlog/version.h>

#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <utility>
#include <vector>

#include "git_commit.h"
#include "text/json_writer.h"

namespace assay {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

std::string Build() {
  const std::string sanitizers = ASSAY_SANITIZERS;
  std::string build = ASSAY_BUILD_TYPE;
  if (build.empty()) build = "no build type";
  return sanitizers.empty() ? build : fmt::format("{}, sanitizers: {}", build, sanitizers);
}

Fields Libraries() {
  const scmp_version* seccomp = ::seccomp_version();
  return {
      {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                            BOOST_VERSION % 100)},
      {"simdjson", fmt::format("{}.{}.{}", int{simdjson::SIMDJSON_VERSION_MAJOR},
                               int{simdjson::SIMDJSON_VERSION_MINOR},
                               int{simdjson::SIMDJSON_VERSION_REVISION})},
      {"OpenSSL", ::OpenSSL_version(OPENSSL_VERSION_STRING)},
      {"libseccomp", fmt::format("{}.{}.{}", seccomp->major, seccomp->minor, seccomp->micro)},
      {"fmt",
       fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH)},
      {"CLI11", CLI11_VERSION},
  };
}

Fields VersionFields() {
  return {
    {"version", ASSAY_VERSION}, {"commit", ASSAY_GIT_COMMIT}, {"build", Build()},
#if defined(__clang__)
        {"compiler", fmt::format("clang {}", __clang_version__)}
#else
    {
      "compiler", fmt::format("g++ {}", __VERSION__)
    }
#endif
  };
}

}  // namespace

std::string BuildName() {
  return fmt::format("{} ({})", ASSAY_VERSION, ASSAY_GIT_COMMIT);
}

std::string VersionLine() {
  return "assay " + BuildName();
}

std::string VersionText() {
  std::string text;
  for (const auto& [name, value] : VersionFields()) text += fmt::format("{:<10}{}\n", name, value);
  text += "libraries ";
  const char* separator = "";
  for (const auto& [name, value] : Libraries()) {
    text += fmt::format("{}{} {}", separator, name, value);
    separator = ", ";
  }
  return text + '\n';
}

std::string VersionJson() {
  JsonWriter writer;
  writer.BeginObject();
  for (const auto& [name, value] : VersionFields()) writer.Key(name).String(value);
  writer.Key("libraries").BeginObject();
  for (const auto& [name, value] : Libraries()) writer.Key(name).String(value);
  writer.EndObject().EndObject();
  return writer.Take();
}

}  // namespace assay
