#include "access/token_entry.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <set>

#include "base/text.h"
#include "text/utc_time.h"

namespace assay {
namespace {

constexpr char kStage[] = "tokens";
constexpr size_t kLongestName = 64;
constexpr size_t kHashDigits = 64;
constexpr double kLargestWeight = 1'000'000;
constexpr double kSmallestWeight = 0.001;
constexpr int64_t kLargestCount = 1'000'000'000;

bool IsAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool IsHash(std::string_view text) {
  return text.size() == kHashDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

template <typename Number>
std::optional<Number> NumberOf(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || at != end) return std::nullopt;
  return number;
}

// The fields of an entry, each of them once.
class Fields {
 public:
  Fields(const YAML::Node& node, const std::string& path) : node_(node), path_(path) {}

  // For each: a fault, or nothing.
  template <typename Take>
  Status ForEach(const Take& take) {
    if (!node_.IsMap()) {
      return TokenFileFault(path_, node_, "must be a map: {name: …, role: …, sha256: …}");
    }
    for (const auto& pair : node_) {
      const std::string key = pair.first.Scalar();
      if (!seen_.insert(key).second) {
        // Whatever stands there instead of a field's name may be a token: it isn't quoted.
        return TokenFileFault(path_, pair.first,
                              (known_.count(key) != 0 ? key : "a field") + ": stands there twice");
      }
      if (const std::string fault = take(key, pair.second); !fault.empty()) {
        return TokenFileFault(path_, pair.first, fault);
      }
      known_.insert(key);
    }
    return {};
  }
  bool Has(const char* key) const { return seen_.count(key) != 0; }

 private:
  const YAML::Node node_;
  const std::string& path_;
  std::set<std::string> seen_;
  std::set<std::string> known_;
};

bool IsLimit(const std::string& key) {
  static const std::set<std::string> kLimits = {"weight", "max_running", "max_queued",
                                                "max_sandboxes", "cpu_s_per_hour"};
  return kLimits.count(key) != 0;
}

std::string TakeUids(const YAML::Node& value, std::vector<uint32_t>* uids) {
  constexpr char kRule[] = "uids: must be a list of user ids, like [1000, 1001]";
  if (!value.IsSequence() || value.size() == 0) return kRule;
  for (const YAML::Node& one : value) {
    const auto uid = one.IsScalar() ? NumberOf<uint32_t>(one.Scalar()) : std::nullopt;
    if (!uid || std::count(uids->begin(), uids->end(), *uid) > 0) return kRule;
    uids->push_back(*uid);
  }
  return {};
}

std::string TakeTokenField(const std::string& key, const YAML::Node& value, TokenEntry* entry) {
  constexpr char kKnown[] = "name, role, tenant, sha256, expires and uids are known";
  if (key == "uids") return TakeUids(value, &entry->uids);
  if (IsLimit(key)) {
    return key +
           ": is a tenant's, not a token's: write an entry without name, like "
           "- {tenant: research, " +
           key + ": 2}";
  }
  if (!value.IsScalar()) return std::string(kKnown) + ", each but uids a plain value";
  const std::string& text = value.Scalar();
  Caller& caller = entry->caller;
  if (key == "name" || key == "tenant") {
    if (!IsTokenName(text)) return key + ": " + kTokenNameRule;
    (key == "name" ? caller.name : caller.tenant) = text;
  } else if (key == "role") {
    const auto role = kRoleNames.Find(text);
    if (!role) return "role: must be " + kRoleNames.Choices();
    caller.role = *role;
  } else if (key == "sha256") {
    entry->hash = AsciiLower(text);
    if (!IsHash(entry->hash)) {
      return "sha256: must be the SHA-256 of a token, 64 hexadecimal digits; `assay token new` "
             "writes it";
    }
  } else if (key == "expires") {
    caller.expires = TokenTimeOf(text);
    if (!caller.expires) {
      return "expires: must be a day or a second in UTC, like 2027-01-31 or 2027-01-31T12:00:00Z";
    }
  } else {
    return std::string("there is no such field; ") + kKnown;
  }
  return {};
}

std::string TakeTenantField(const std::string& key, const YAML::Node& value, TenantEntry* entry) {
  constexpr char kKnown[] =
      "an entry without name says what a tenant may have: tenant, weight, max_running, max_queued, "
      "max_sandboxes and cpu_s_per_hour are known";
  if (!value.IsScalar()) return std::string(kKnown) + ", each a plain value";
  const std::string& text = value.Scalar();
  TenantLimits& limits = entry->limits;
  if (key == "tenant") {
    if (!IsTokenName(text)) return key + ": " + kTokenNameRule;
    entry->tenant = text;
  } else if (key == "weight" || key == "cpu_s_per_hour") {
    const auto number = NumberOf<double>(text);
    const double least = key == "weight" ? kSmallestWeight : 0;
    if (!number || !std::isfinite(*number) || *number < least || *number > kLargestWeight) {
      return key == "weight" ? "weight: must be a number from 0.001 to 1000000"
                             : "cpu_s_per_hour: must be a number from 0 (no bound) to 1000000";
    }
    (key == "weight" ? limits.weight : limits.cpu_s_per_hour) = *number;
  } else if (IsLimit(key)) {
    const auto number = NumberOf<int64_t>(text);
    if (!number || *number < 0 || *number > kLargestCount) {
      return key + ": must be a whole number, 0 for no bound";
    }
    (key == "max_running"  ? limits.max_running
     : key == "max_queued" ? limits.max_queued
                           : limits.max_sandboxes) = *number;
  } else {
    return std::string("there is no such field; ") + kKnown;
  }
  return {};
}

}  // namespace

bool IsTokenName(std::string_view text) {
  constexpr std::string_view kOthers = "._-@+";
  if (text.empty() || text.size() > kLongestName || !IsAlphanumeric(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return IsAlphanumeric(c) || kOthers.find(c) != kOthers.npos; });
}

std::optional<int64_t> TokenTimeOf(const std::string& text) {
  std::tm parts{};
  int used = 0;
  const bool day = std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &parts.tm_year, &parts.tm_mon,
                               &parts.tm_mday, &used) == 3 &&
                   used == 10;
  if (!day) return std::nullopt;
  if (text.size() > 10) {
    int more = 0;
    const bool second = std::sscanf(text.c_str() + used, "T%2d:%2d:%2dZ%n", &parts.tm_hour,
                                    &parts.tm_min, &parts.tm_sec, &more) == 3 &&
                        more == 10 && text.size() == 20;
    if (!second || parts.tm_hour > 23 || parts.tm_min > 59 || parts.tm_sec > 59) {
      return std::nullopt;
    }
  }
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  const std::tm asked = parts;
  const std::time_t time = ::timegm(&parts);
  // The 31st of a month that has 30 days would be the 1st of the next.
  if (parts.tm_mday != asked.tm_mday || parts.tm_mon != asked.tm_mon) return std::nullopt;
  return time;
}

std::string TokenTimeText(int64_t seconds) {
  return UtcTime(std::chrono::system_clock::time_point(std::chrono::seconds(seconds)), 0);
}

std::optional<int64_t> TokenEndOf(const std::string& text, int64_t now) {
  constexpr int64_t kLongestDays = 36'500;
  constexpr int64_t kDay = 86'400;
  std::optional<int64_t> end = TokenTimeOf(text);
  const std::string_view units = "mhd";
  constexpr int64_t kSeconds[] = {60, 3600, kDay};
  const size_t unit = text.empty() ? units.npos : units.find(text.back());
  if (!end && unit != units.npos) {
    const auto count = NumberOf<int64_t>(text.substr(0, text.size() - 1));
    if (count && *count > 0 && *count <= kLongestDays * kDay / kSeconds[unit]) {
      end = now + *count * kSeconds[unit];
    }
  }
  return end && *end > now ? end : std::nullopt;
}

Error TokenFileFault(const std::string& path, const YAML::Node& where, const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               fmt::format("{}:{}: {}", path, where.Mark().line + 1, what)};
}

bool IsTenantEntry(const YAML::Node& node) {
  if (!node.IsMap()) return false;
  bool limits = false;
  for (const auto& pair : node) {
    const std::string key = pair.first.Scalar();
    if (key == "name" || key == "role" || key == "sha256" || key == "uids") return false;
    limits |= IsLimit(key);
  }
  return limits;
}

Result<TokenEntry> ReadTokenEntry(const YAML::Node& node, const std::string& path) {
  Fields fields(node, path);
  TokenEntry entry;
  ASSAY_RETURN_IF_ERROR(fields.ForEach([&](const std::string& key, const YAML::Node& value) {
    return TakeTokenField(key, value, &entry);
  }));
  for (const char* needed : {"name", "role"}) {
    if (!fields.Has(needed)) {
      return TokenFileFault(path, node, std::string(needed) + ": is missing");
    }
  }
  if (!fields.Has("sha256") && entry.uids.empty()) {
    return TokenFileFault(path, node, "sha256: is missing");
  }
  if (entry.caller.tenant.empty()) entry.caller.tenant = entry.caller.name;
  return entry;
}

Result<TenantEntry> ReadTenantEntry(const YAML::Node& node, const std::string& path) {
  Fields fields(node, path);
  TenantEntry entry;
  ASSAY_RETURN_IF_ERROR(fields.ForEach([&](const std::string& key, const YAML::Node& value) {
    return TakeTenantField(key, value, &entry);
  }));
  if (entry.tenant.empty()) return TokenFileFault(path, node, "tenant: is missing");
  return entry;
}

}  // namespace assay
