#include "data.h"

#include <zlib.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <stdexcept>

namespace assay::math {

std::vector<boost::json::object> ReadRows(std::string_view name) {
  const char* root = std::getenv("ASSAY_DATA");
  if (root == nullptr) root = std::getenv("ASSAY_DATA_DEFAULT");
  if (root == nullptr) root = "../shared/data";
  const std::string path = std::string(root) + "/math/" + std::string(name) + ".dev.jsonl.gz";
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return {};
  std::string text;
  std::vector<char> buffer(1 << 16);
  for (int n; (n = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(n));
  }
  gzclose(file);
  std::vector<boost::json::object> rows;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) {
      rows.push_back(
          boost::json::parse(std::string_view(text).substr(begin, end - begin)).as_object());
    }
    begin = end + 1;
  }
  return rows;
}

std::string Text(const boost::json::object& row, std::string_view field) {
  const boost::json::value* value = row.if_contains(field);
  if (value == nullptr) return {};
  if (value->is_string()) return std::string(value->as_string());
  if (value->is_number()) return boost::json::serialize(*value);
  return {};
}

}  // namespace assay::math
