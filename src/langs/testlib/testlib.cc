#include "langs/testlib/testlib.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/whole_file.h"
#include "testlib_embedded.h"

namespace assay {
namespace {

BlobPtr Joined() {
  std::string text;
  for (const std::string_view part :
       {Embedded_1_text_h(), Embedded_2_pattern_h(), Embedded_3_random_h(), Embedded_4_stream_h(),
        Embedded_5_verdict_h(), Embedded_6_read_h(), Embedded_7_roles_h(),
        Embedded_8_options_h()}) {
    text += part;
  }
  return Blob::FromString(std::move(text));
}

}  // namespace

const BlobPtr& OwnTestlib() {
  static const BlobPtr header = Joined();
  return header;
}

Result<BlobPtr> LoadTestlib(const std::string& path) {
  const auto invalid = [&](const char* what) {
    return Error{ErrorCode::kInvalidArgument, "langs.testlib", 0, path + " " + what};
  };
  auto text = ReadFile(path, "langs.testlib");
  if (!text.ok() || text->empty()) return invalid("cannot be read");
  if (text->find("registerTestlibCmd") == std::string::npos) return invalid("is not a testlib.h");
  return Blob::FromString(std::move(text).value());
}

}  // namespace assay
