#include "env/model/names.h"

namespace assay::env {
namespace {

constexpr size_t kMostPathBytes = 200;
constexpr int kMostParts = 8;

bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsPart(std::string_view part) {
  if (part.empty() || part[0] == '.' || part[0] == '-') return false;
  for (const char c : part) {
    const bool fine =
        IsLower(c) || IsDigit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
    if (!fine) return false;
  }
  return true;
}

}  // namespace

bool IsEnvironmentName(std::string_view name) {
  if (name.empty() || name.size() > kMostNameBytes || !IsLower(name[0])) return false;
  for (size_t i = 1; i < name.size(); ++i) {
    if (name[i] == '-' && name[i - 1] != '-') continue;
    if (!IsLower(name[i]) && !IsDigit(name[i])) return false;
  }
  return name.back() != '-';
}

bool IsFilePath(std::string_view path) {
  if (path.size() > kMostPathBytes) return false;
  for (int parts = 1; parts <= kMostParts; ++parts) {
    const size_t slash = path.find('/');
    if (!IsPart(path.substr(0, slash))) return false;
    if (slash == path.npos) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace assay::env
