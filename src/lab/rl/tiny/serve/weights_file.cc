#include "lab/rl/tiny/serve/weights_file.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"
#include "text/json_writer.h"

namespace assay::tiny {
namespace {

constexpr char kStage[] = "tiny.weights";
static_assert(std::endian::native == std::endian::little, "as the file has them");

// All that stands before the numbers.
std::string HeadOf(const Shape& shape) {
  const auto count = static_cast<int64_t>(Layout(shape).size());
  JsonWriter json;
  json.BeginObject().Key("__metadata__").BeginObject().Key("format").String("assay.tiny");
  json.Key("vocabulary").String(std::to_string(shape.vocabulary));
  json.Key("context").String(std::to_string(shape.context));
  json.Key("width").String(std::to_string(shape.width));
  json.Key("heads").String(std::to_string(shape.heads));
  json.Key("layers").String(std::to_string(shape.layers)).EndObject();
  json.Key("parameters").BeginObject().Key("dtype").String("F32").Key("shape").BeginArray();
  json.Int(count).EndArray().Key("data_offsets").BeginArray().Int(0);
  json.Int(count * static_cast<int64_t>(sizeof(float))).EndArray().EndObject();
  std::string text = json.EndObject().Take();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // the numbers lie as their type wants
  const uint64_t length = text.size();
  std::string head(sizeof length, '\0');
  std::memcpy(head.data(), &length, sizeof length);
  return head + text;
}

}  // namespace

Status WriteWeights(const std::string& folder, const Shape& shape, std::span<const float> weights) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{ErrorCode::kInternal, kStage, error.value(), folder + ": " + error.message()};
  }
  std::string bytes = HeadOf(shape);
  const size_t head = bytes.size();
  bytes.resize(head + weights.size_bytes());
  std::memcpy(bytes.data() + head, weights.data(), weights.size_bytes());
  return rollout::WriteDurably(folder + "/" + kWeightsFile, bytes);
}

Result<std::vector<float>> ReadWeights(const std::string& folder, const Shape& shape) {
  const std::string path = folder + "/" + kWeightsFile;
  const std::string head = HeadOf(shape);
  std::vector<float> weights(Layout(shape).size());
  const size_t bytes = weights.size() * sizeof(float);
  ASSAY_ASSIGN_OR_RETURN(const std::string file,
                         ReadFile(path, kStage, static_cast<int64_t>(head.size() + bytes)));
  if (file.size() != head.size() + bytes || file.compare(0, head.size(), head) != 0) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 path + ": has no parameters of this model's shape"};
  }
  std::memcpy(weights.data(), file.data() + head.size(), bytes);
  return weights;
}

}  // namespace assay::tiny
