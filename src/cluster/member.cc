#include "cluster/member.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/text.h"

namespace assay {
namespace {

constexpr char kStage[] = "cluster";
constexpr size_t kLongestName = 48;
constexpr size_t kLongestHost = 253;
constexpr int kHighestPort = 65535;
constexpr int kMostSlots = 4096;
constexpr int kHighestWeight = 256;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

bool IsAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Nothing that a configuration file of the front could read as anything but a host.
bool IsHost(std::string_view text) {
  return !text.empty() && text.size() <= kLongestHost && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return IsAlphanumeric(c) || c == '.' || c == '-' || c == '_' || c == ':';
         });
}

Status ReadInt(std::string_view key, std::string_view text, int lowest, int highest, int* out) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (fault != std::errc() || end != text.data() + text.size() || *out < lowest || *out > highest) {
    return Invalid(fmt::format("{}: must be a whole number from {} to {}, not '{}'", key, lowest,
                               highest, text));
  }
  return {};
}

}  // namespace

std::string Member::Address() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                             : fmt::format("[{}]:{}", host, port);
}

int Member::Weight() const {
  constexpr int kEachSlot = 4;
  constexpr int kUsualSlots = 8;
  // A busy node takes a tenth of it, by its agent, and HAProxy gives nothing to a server with less
  // than 1.
  constexpr int kLeastWithAgent = 10;
  if (weight > 0) return agent_port > 0 ? std::max(weight, kLeastWithAgent) : weight;
  return std::min(kEachSlot * (slots > 0 ? slots : kUsualSlots), kHighestWeight);
}

bool operator==(const Member& a, const Member& b) {
  return std::tie(a.name, a.host, a.port, a.agent_port, a.slots, a.weight) ==
         std::tie(b.name, b.host, b.port, b.agent_port, b.slots, b.weight);
}

Status CheckMemberName(std::string_view field, std::string_view name) {
  constexpr std::string_view kOthers = "._-";
  const bool fine = !name.empty() && name.size() <= kLongestName && IsAlphanumeric(name[0]) &&
                    std::all_of(name.begin(), name.end(), [&](char c) {
                      return IsAlphanumeric(c) || kOthers.find(c) != kOthers.npos;
                    });
  if (fine) return {};
  return Invalid(fmt::format(
      "{}: must have 1 to {} of the characters A-Z a-z 0-9 . _ - and begin with a letter or a "
      "digit, not '{}'",
      field, kLongestName, name));
}

Status ReadAddress(std::string_view text, Member* member) {
  constexpr std::string_view kHttp = "http://";
  if (StartsWith(text, "https://")) {
    return Invalid("url: nodes speak http behind a front, which may speak https to clients");
  }
  if (StartsWith(text, kHttp)) text.remove_prefix(kHttp.size());
  if (!text.empty() && text.back() == '/') text.remove_suffix(1);
  const size_t colon = text.rfind(':');
  std::string_view host = text.substr(0, colon == text.npos ? 0 : colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != host.npos) {
    host = {};
  }
  if (!IsHost(host)) {
    return Invalid(fmt::format("'{}': must be HOST:PORT, an IPv6 address in brackets", text));
  }
  member->host = std::string(host);
  return ReadInt("port", text.substr(colon + 1), 1, kHighestPort, &member->port);
}

Result<Member> ParseMember(std::string_view text) {
  Member member;
  const size_t equals = text.find('=');
  if (equals == text.npos) {
    return Invalid(fmt::format(
        "'{}': a node is NAME=HOST:PORT and, behind commas, agent=PORT, slots=N or weight=N",
        text));
  }
  member.name = std::string(text.substr(0, equals));
  ASSAY_RETURN_IF_ERROR(CheckMemberName("name", member.name));
  text.remove_prefix(equals + 1);
  size_t comma = text.find(',');
  ASSAY_RETURN_IF_ERROR(ReadAddress(text.substr(0, comma), &member));
  while (comma != text.npos) {
    text.remove_prefix(comma + 1);
    comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const size_t sign = part.find('=');
    const std::string_view key = part.substr(0, sign);
    const std::string_view value = sign == part.npos ? "" : part.substr(sign + 1);
    if (key == "agent") {
      ASSAY_RETURN_IF_ERROR(ReadInt("agent", value, 1, kHighestPort, &member.agent_port));
    } else if (key == "slots") {
      ASSAY_RETURN_IF_ERROR(ReadInt("slots", value, 1, kMostSlots, &member.slots));
    } else if (key == "weight") {
      ASSAY_RETURN_IF_ERROR(ReadInt("weight", value, 1, kHighestWeight, &member.weight));
    } else {
      return Invalid(fmt::format("'{}': agent=PORT, slots=N and weight=N are known", part));
    }
  }
  return member;
}

std::string WriteMember(const Member& member) {
  std::string text = fmt::format("{}={}", member.name, member.Address());
  if (member.agent_port > 0) text += fmt::format(",agent={}", member.agent_port);
  if (member.slots > 0) text += fmt::format(",slots={}", member.slots);
  if (member.weight > 0) text += fmt::format(",weight={}", member.weight);
  return text;
}

Status CheckMembers(const std::vector<Member>& members) {
  for (size_t i = 0; i < members.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (members[i].name == members[j].name) {
        return Invalid(fmt::format("two nodes are named '{}'", members[i].name));
      }
      if (members[i].Address() == members[j].Address()) {
        return Invalid(fmt::format("'{}' and '{}' are both at {}", members[j].name, members[i].name,
                                   members[i].Address()));
      }
    }
  }
  return {};
}

const Member* FindMember(const std::vector<Member>& members, std::string_view name) {
  for (const Member& member : members) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

}  // namespace assay
