// RoutePattern: a registered path with parameters, and what a request's path has in their places.
//
//   /v1/problems/{sha256}              one part
//   /v1/sandboxes/{id}/files           anywhere, any number of them
//   /v1/sandboxes/{id}/ports/{port}/{rest...}   the last may take all that follows, nothing too
//
// A parameter of one part is never empty. Values; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class RoutePattern {
 public:
  static bool HasParameters(std::string_view path) { return path.find('{') != path.npos; }

  // REQUIRES: begins with '/', and each part with a brace is a parameter as a whole.
  explicit RoutePattern(std::string_view path);

  // Its parameters in order; nullopt when the path is another one's.
  std::optional<std::vector<std::string>> Match(std::string_view path) const;
  // Whether this says more of where it stands than `other`: the first part in which they differ is
  // a name here and a parameter there. Of two that match the more exact one takes the request.
  bool MoreExactThan(const RoutePattern& other) const;

 private:
  enum class Kind { kName, kParameter, kRest };  // in the order of exactness
  struct Part {
    Kind kind = Kind::kName;
    std::string name;
  };
  std::vector<Part> parts_;
};

}  // namespace assay
