#include "api/problems/problem_source.h"

#include "base/text.h"
#include "store/disk_store.h"

namespace assay {

std::string UnknownProblemText(const std::string& name) {
  return "problem " + name + " is not known to this server (any more): send it with PUT " +
         "/v1/problems/" + name + " and try again";
}

std::optional<ProblemSource> ParseProblemSource(JsonValue json, const FieldPath& path,
                                                FieldErrors* errors) {
  ProblemSource source{"", json, path, errors->errors().size()};
  if (!json.Find("sha256")) return source;
  FieldReader fields(json, path, errors);
  if (json.Count() > 1) {
    fields.Fault("sha256", "value_error", "A problem is either named or given, not both");
    return std::nullopt;
  }
  const auto text = fields.String("sha256", Presence::kRequired);
  if (!text) return std::nullopt;
  source.name = AsciiLower(*text);
  if (!DiskStore::IsKey(source.name)) {
    fields.Fault("sha256", "value_error", "Input should be 64 hexadecimal digits");
    return std::nullopt;
  }
  return source;
}

}  // namespace assay
