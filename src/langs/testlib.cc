#include "langs/testlib.h"

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "langs_embedded.h"

namespace assay {
namespace {

BlobPtr OwnHeader() {
  std::string text;
  for (const std::string_view part :
       {Embedded_testlib_1_text_h(), Embedded_testlib_2_pattern_h(), Embedded_testlib_3_random_h(),
        Embedded_testlib_4_stream_h(), Embedded_testlib_5_verdict_h(), Embedded_testlib_6_read_h(),
        Embedded_testlib_7_roles_h(), Embedded_testlib_8_options_h()}) {
    text += part;
  }
  return Blob::FromString(std::move(text));
}

BlobPtr& Header() {
  static BlobPtr header = OwnHeader();
  return header;
}

}  // namespace

const BlobPtr& TestlibHeader() {
  return Header();
}

void SetTestlibHeader(BlobPtr contents) {
  Header() = std::move(contents);
}

Status LoadTestlibHeader(const std::string& path) {
  const auto invalid = [&](const char* what) {
    return Error{ErrorCode::kInvalidArgument, "langs.testlib", 0, path + " " + what};
  };
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream || text.empty()) return invalid("cannot be read");
  if (text.find("registerTestlibCmd") == std::string::npos) return invalid("is not a testlib.h");
  SetTestlibHeader(Blob::FromString(std::move(text)));
  return {};
}

}  // namespace assay
