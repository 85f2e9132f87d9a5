#include "api/shared/request_files.h"

#include "base/text.h"

namespace assay {

std::map<std::string, BlobPtr> DecodeFiles(JsonValue files, const FieldPath& path,
                                           std::string* undecodable, FieldErrors* errors) {
  std::map<std::string, BlobPtr> decoded;
  if (!files) return decoded;
  for (const auto& [name, value] : files.Members()) {
    if (value.IsNull() || name.find("IGNORE_THIS_FILE") != name.npos) continue;
    const auto text = ReadString(value, path / name, errors);
    if (!text) continue;
    auto bytes = Base64Decode(*text);
    if (bytes) {
      decoded[name] = Blob::FromString(std::move(*bytes));
    } else if (undecodable->empty()) {
      *undecodable = name;
    }
  }
  return decoded;
}

}  // namespace assay
