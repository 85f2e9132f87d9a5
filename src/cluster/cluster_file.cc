#include "cluster/cluster_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/enum_names.h"
#include "base/fd.h"
#include "base/text.h"
#include "base/whole_file.h"

namespace assay {
namespace {

constexpr char kStage[] = "cluster";
constexpr int64_t kMostBytes = 16 << 20;
constexpr auto kEngineNames = MakeEnumNames<FrontEngine>(
    {{FrontEngine::kHaproxy, "haproxy"}, {FrontEngine::kNginx, "nginx"}});
static_assert(kEngineNames.IsWholeUpTo(FrontEngine::kNginx));

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

// What a configuration file takes as one word, without quotes.
bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-/:[]*@+,=").find(c) != std::string_view::npos;
  });
}

struct TextField {
  const char* name;
  std::string Front::*field;
};
struct IntField {
  const char* name;
  int Front::*field;
  int lowest;
  int highest;
};
constexpr TextField kTexts[] = {{"bind", &Front::bind},
                                {"certificate", &Front::certificate},
                                {"socket", &Front::socket},
                                {"metrics", &Front::metrics},
                                {"config", &Front::config}};
constexpr IntField kInts[] = {{"max-connections", &Front::max_connections, 1, 10'000'000},
                              {"per-slot", &Front::per_slot, 1, 1024},
                              {"queue-timeout-s", &Front::queue_timeout_s, 1, 86400},
                              {"answer-timeout-s", &Front::answer_timeout_s, 1, 604800}};

Status ReadFrontField(const std::string& key, const YAML::Node& value, Front* front) {
  if (!value.IsScalar()) return Invalid(fmt::format("front.{}: must be a plain value", key));
  const std::string& text = value.Scalar();
  if (key == "engine") {
    const auto engine = kEngineNames.Find(text);
    if (!engine) return Invalid("front.engine: must be " + kEngineNames.Choices());
    front->engine = *engine;
    return {};
  }
  for (const TextField& field : kTexts) {
    if (key != field.name) continue;
    front->*field.field = text;
    return {};
  }
  for (const IntField& field : kInts) {
    if (key != field.name) continue;
    if (!YAML::convert<int>::decode(value, front->*field.field)) {
      return Invalid(fmt::format("front.{}: must be a whole number, not '{}'", key, text));
    }
    return {};
  }
  return Invalid(fmt::format("front.{}: there is no such field", key));
}

Result<Member> ReadNode(const YAML::Node& node) {
  if (node.IsScalar()) return ParseMember(node.Scalar());
  if (!node.IsMap()) return Invalid("must be NAME=HOST:PORT, or a map with name and url");
  // Through the same text as everywhere, so that the same faults are found.
  std::string name, url, rest;
  for (const auto& pair : node) {
    const std::string key = pair.first.Scalar();
    if (!pair.second.IsScalar()) return Invalid(key + ": must be a plain value");
    const std::string value = pair.second.Scalar();
    if (key == "name") {
      name = value;
    } else if (key == "url") {
      url = value;
    } else {
      rest += fmt::format(",{}={}", key, value);
    }
  }
  return ParseMember(fmt::format("{}={}{}", name, url, rest));
}

Status ReadYaml(const YAML::Node& root, ClusterFile* cluster) {
  if (!root.IsMap()) return Invalid("must be a map with nodes and front, or lines NAME=HOST:PORT");
  for (const auto& pair : root) {
    const std::string key = pair.first.Scalar();
    if (key == "front" && pair.second.IsMap()) {
      for (const auto& field : pair.second) {
        ASSAY_RETURN_IF_ERROR(ReadFrontField(field.first.Scalar(), field.second, &cluster->front));
      }
    } else if (key == "nodes" && (pair.second.IsSequence() || pair.second.IsNull())) {
      for (const auto& node : pair.second) {
        auto member = ReadNode(node);
        if (!member.ok()) {
          return Invalid(
              fmt::format("nodes[{}]: {}", cluster->nodes.size(), member.error().message));
        }
        cluster->nodes.push_back(std::move(*member));
      }
    } else {
      return Invalid(fmt::format("{}: front (a map) and nodes (a list) are known", key));
    }
  }
  return {};
}

Status ReadLines(std::string_view text, ClusterFile* cluster) {
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = TrimAsciiSpace(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    auto member = ParseMember(line);
    if (!member.ok()) return Invalid(fmt::format("line {}: {}", number, member.error().message));
    cluster->nodes.push_back(std::move(*member));
  }
  return {};
}

// Whether a line begins with the key, as in YAML's block style.
bool HasKey(const std::string& text, const std::string& key) {
  return StartsWith(text, key) || text.find("\n" + key) != std::string::npos;
}

Status ReadAny(const std::string& text, ClusterFile* cluster) {
  if (!HasKey(text, "nodes:") && !HasKey(text, "front:") && !StartsWith(text, "{")) {
    return ReadLines(text, cluster);
  }
  // yaml-cpp reports by exception; none leaves this function.
  try {
    return ReadYaml(YAML::Load(text), cluster);
  } catch (const YAML::Exception& fault) {
    return Invalid(fmt::format("line {}: {}", fault.mark.line + 1, fault.msg));
  }
}

}  // namespace

Status CheckFront(const Front& front) {
  for (const TextField& field : kTexts) {
    if (!IsPlain(front.*field.field)) {
      return Invalid(
          fmt::format("front.{}: has a character that a configuration file would read "
                      "as something else: '{}'",
                      field.name, front.*field.field));
    }
  }
  if (front.bind.empty()) return Invalid("front.bind: must say where the front listens, HOST:PORT");
  if (front.socket.empty()) return Invalid("front.socket: must be a path");
  for (const IntField& field : kInts) {
    if (front.*field.field < field.lowest || front.*field.field > field.highest) {
      return Invalid(fmt::format("front.{}: must be from {} to {}, not {}", field.name,
                                 field.lowest, field.highest, front.*field.field));
    }
  }
  return {};
}

Result<ClusterFile> ParseCluster(const std::string& text, const std::string& path) {
  ClusterFile cluster;
  Status read = ReadAny(text, &cluster);
  if (read.ok()) read = CheckFront(cluster.front);
  if (read.ok()) read = CheckMembers(cluster.nodes);
  if (!read.ok()) return Invalid(path + ": " + read.error().message);
  return cluster;
}

Result<ClusterFile> ReadCluster(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kStage, kMostBytes));
  return ParseCluster(text, path);
}

std::string WriteCluster(const ClusterFile& cluster) {
  std::string text =
      "# A cluster of Assay: `assay cluster` reads it, and add and remove write it.\nfront:\n";
  text += fmt::format("  engine: {}\n", kEngineNames.NameOf(cluster.front.engine));
  for (const TextField& field : kTexts) {
    text += fmt::format("  {}: \"{}\"\n", field.name, cluster.front.*field.field);
  }
  for (const IntField& field : kInts) {
    text += fmt::format("  {}: {}\n", field.name, cluster.front.*field.field);
  }
  text += "nodes:\n";
  for (const Member& member : cluster.nodes) {
    text += fmt::format("  - \"{}\"\n", WriteMember(member));
  }
  return text;
}

Status ReplaceFile(const std::string& path, const std::string& text) {
  const std::string unfinished = fmt::format("{}.{}.unfinished", path, ::getpid());
  struct stat before = {};
  const mode_t mode = ::stat(path.c_str(), &before) == 0 ? before.st_mode & 07777 : 0644;
  UniqueFd file(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
  if (!file) return SystemError(kStage, errno, path + " cannot be written");
  Status status = WriteAll(file.get(), text, path, kStage);
  if (status.ok() && ::fsync(file.get()) != 0) status = SystemError(kStage, errno, path);
  if (status.ok() && ::rename(unfinished.c_str(), path.c_str()) != 0) {
    status = SystemError(kStage, errno, path + " cannot be written");
  }
  if (!status.ok()) ::unlink(unfinished.c_str());
  return status;
}

}  // namespace assay
