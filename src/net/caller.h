// Caller: who sent a request, by the token that came with it. Set before a request is routed, and
// read by the handlers that must know. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/enum_names.h"

namespace assay {

// Each may do what those before it may.
enum class Role {
  kViewer,  // sees what the server is and does
  kUser,    // has programs and answers judged
  kAdmin,   // sees what all tenants have stored, and speaks for any of them
};

inline constexpr auto kRoleNames = MakeEnumNames<Role>(
    {{Role::kViewer, "viewer"}, {Role::kUser, "user"}, {Role::kAdmin, "admin"}});
static_assert(kRoleNames.IsWholeUpTo(Role::kAdmin));

struct Caller {
  std::string name;  // of the token, for people; never the token itself
  Role role = Role::kViewer;
  std::string tenant;  // on whose behalf; never empty
  // Not empty: the token is this sandbox's, and opens nothing but what is meant for such tokens.
  std::string sandbox = {};
  // Of the token, in seconds since 1970; nothing: never.
  std::optional<int64_t> expires = {};
};

}  // namespace assay
