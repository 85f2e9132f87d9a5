#include "api/native/limits_json.h"

namespace assay {

void WriteLimits(std::string_view name, const Limits& limits, JsonWriter* json) {
  json->Key(name).BeginObject().Key("cpu_time_s").Double(ToSeconds(limits.cpu_time));
  json->Key("wall_time_s").Double(ToSeconds(limits.wall_time));
  json->Key("memory_mb").Double(static_cast<double>(limits.memory_bytes) / (1 << 20));
  json->Key("output_bytes").Int(limits.output_bytes).Key("file_bytes").Int(limits.file_bytes);
  json->Key("processes").Int(limits.processes).Key("stack_bytes").Int(limits.stack_bytes);
  json->EndObject();
}

}  // namespace assay
