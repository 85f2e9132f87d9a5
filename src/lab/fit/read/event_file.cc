#include "lab/fit/read/event_file.h"

#include <fmt/format.h>

#include <boost/crc.hpp>
#include <cstring>
#include <map>
#include <optional>

#include "events.pb.h"

namespace assay::fit {
namespace {

constexpr char kStage[] = "fit.events";
constexpr size_t kHead = 12;  // the length, and its checksum
constexpr size_t kTail = 4;   // the data's checksum
constexpr int kFloat = 1, kDouble = 2;

// CRC-32C, turned and shifted as TFRecord has it so that a checksum of checksums is none.
uint32_t MaskedChecksum(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  const uint32_t sum = crc.checksum();
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8U;
}

template <typename T>
T Read(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::optional<double> ScalarOf(const Summary::Value& value) {
  if (value.has_simple_value()) return value.simple_value();
  const Tensor& tensor = value.tensor();
  if (tensor.float_val_size() == 1) return tensor.float_val(0);
  if (tensor.double_val_size() == 1) return tensor.double_val(0);
  const std::string& content = tensor.tensor_content();
  if (tensor.dtype() == kFloat && content.size() == sizeof(float)) return Read<float>(content);
  if (tensor.dtype() == kDouble && content.size() == sizeof(double)) return Read<double>(content);
  return std::nullopt;
}

struct Step {
  double wall_time_s = 0;
  std::vector<std::pair<std::string, double>> scalars;
};

}  // namespace

bool IsEventFile(std::string_view bytes) {
  return bytes.size() >= kHead &&
         MaskedChecksum(bytes.substr(0, 8)) == Read<uint32_t>(bytes.substr(8));
}

Result<Metrics> ReadEvents(std::string_view bytes) {
  std::map<int64_t, Step> steps;
  std::optional<double> begin;
  size_t number = 0;
  while (bytes.size() >= kHead) {
    const uint64_t length = Read<uint64_t>(bytes);
    if (!IsEventFile(bytes)) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0,
                   fmt::format("the length of record {} has a wrong checksum", number)};
    }
    if (length > bytes.size() - kHead || bytes.size() - kHead - length < kTail) break;
    const std::string_view data = bytes.substr(kHead, length);
    Event event;
    if (MaskedChecksum(data) != Read<uint32_t>(bytes.substr(kHead + length)) ||
        !event.ParseFromArray(data.data(), static_cast<int>(data.size()))) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0,
                   fmt::format("record {} has a wrong checksum or is no event", number)};
    }
    bytes.remove_prefix(kHead + length + kTail);
    ++number;
    if (!begin) begin = event.wall_time();
    for (const Summary::Value& value : event.summary().value()) {
      const auto scalar = ScalarOf(value);
      if (!scalar) continue;
      Step& step = steps[event.step()];
      step.wall_time_s = event.wall_time() - *begin;
      step.scalars.emplace_back(value.tag(), *scalar);
    }
  }
  Metrics metrics;
  for (const auto& [number_of, step] : steps) {
    metrics.BeginRecord();
    metrics.Add("step", static_cast<double>(number_of));
    metrics.Add("wall_time_s", step.wall_time_s);
    for (const auto& [tag, value] : step.scalars) metrics.Add(tag, value);
  }
  return metrics;
}

}  // namespace assay::fit
