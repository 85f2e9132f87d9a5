#include "data/pickle/unpickle.h"

#include <zlib.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/text.h"
#include "data/pickle/pickle_machine.h"
#include "text/json_writer.h"

namespace assay {
namespace {

using pickle::BadPickle;
using pickle::PickleMachine;
using pickle::Value;

constexpr int kMaxDepth = 256;
constexpr size_t kFirstOutput = 64 << 10;

// Writes values as JSON. What holds itself is nested without end, and what is shared can be written
// exponentially often; both are stopped here.
class Writer {
 public:
  Writer(const PickleMachine& machine, size_t json_bytes)
      : machine_(machine), json_bytes_(json_bytes) {}

  Status Write(uint32_t index, int depth) {
    if (depth > kMaxDepth) return BadPickle("the pickle is nested too deeply, or holds itself");
    if (out_.text().size() > json_bytes_) return BadPickle("the pickle's text is too long");
    const Value& value = machine_.value(index);
    switch (value.kind) {
      case Value::Kind::kNone: out_.Null(); return {};
      case Value::Kind::kTrue: out_.Bool(true); return {};
      case Value::Kind::kFalse: out_.Bool(false); return {};
      case Value::Kind::kNumber: out_.Raw(value.text); return {};
      case Value::Kind::kText: out_.String(value.text); return {};
      case Value::Kind::kList:
        out_.BeginArray();
        for (const uint32_t item : value.items) ASSAY_RETURN_IF_ERROR(Write(item, depth + 1));
        out_.EndArray();
        return {};
      case Value::Kind::kDict:
        out_.BeginObject();
        for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
          ASSAY_RETURN_IF_ERROR(WriteKey(machine_.value(value.items[i])));
          ASSAY_RETURN_IF_ERROR(Write(value.items[i + 1], depth + 1));
        }
        out_.EndObject();
        return {};
    }
    return {};
  }

  std::string Take() { return out_.Take(); }

 private:
  Status WriteKey(const Value& key) {
    switch (key.kind) {
      case Value::Kind::kNone: out_.Key("null"); return {};
      case Value::Kind::kTrue: out_.Key("true"); return {};
      case Value::Kind::kFalse: out_.Key("false"); return {};
      case Value::Kind::kNumber:
      case Value::Kind::kText: out_.Key(key.text); return {};
      case Value::Kind::kList:
      case Value::Kind::kDict: break;
    }
    return BadPickle("a dict of the pickle has a key that is no text");
  }

  const PickleMachine& machine_;
  const size_t json_bytes_;
  JsonWriter out_;
};

Result<std::string> Inflate(std::string_view packed, size_t most) {
  z_stream stream = {};
  ASSAY_CHECK(inflateInit(&stream) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  int code = Z_OK;
  // A byte beyond what may come, so that the end is seen when just so much does.
  while (code == Z_OK && out.size() <= most) {
    const size_t had = out.size();
    out.resize(std::min(most + 1, std::max(kFirstOutput, 2 * had)));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream.avail_out = static_cast<uInt>(out.size() - had);
    code = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  const bool all_read = stream.avail_in == 0;
  inflateEnd(&stream);
  if (out.size() > most) {
    return BadPickle("what is packed is longer than " + std::to_string(most >> 20) + " MiB");
  }
  if (code == Z_STREAM_END && all_read) return out;
  return BadPickle(code == Z_STREAM_END ? "there is more after the zlib data"
                                        : "the zlib data is torn or damaged");
}

}  // namespace

Result<std::string> PickleToJson(std::string_view pickle, const PickleLimits& limits) {
  PickleMachine machine(pickle);
  ASSAY_RETURN_IF_ERROR(machine.Run());
  Writer writer(machine, limits.json_bytes);
  ASSAY_RETURN_IF_ERROR(writer.Write(machine.root(), 0));
  return writer.Take();
}

Result<std::string> PickleToText(std::string_view pickle) {
  PickleMachine machine(pickle);
  ASSAY_RETURN_IF_ERROR(machine.Run());
  const Value& root = machine.value(machine.root());
  if (root.kind != Value::Kind::kText) return BadPickle("the pickle holds no text");
  return std::string(root.text);
}

namespace {

Result<std::string> UnpackPickle(std::string_view base64, const PickleLimits& limits) {
  const std::optional<std::string> packed = Base64Decode(base64);
  if (!packed || packed->empty()) return BadPickle("this is no base64");
  if (packed->size() > limits.unpacked_bytes) return BadPickle("what is packed is too long");
  return Inflate(*packed, limits.unpacked_bytes);
}

}  // namespace

Result<std::string> UnpackPickled(std::string_view base64, const PickleLimits& limits) {
  ASSAY_ASSIGN_OR_RETURN(const std::string pickle, UnpackPickle(base64, limits));
  PickleMachine machine(pickle);
  ASSAY_RETURN_IF_ERROR(machine.Run());
  const Value& root = machine.value(machine.root());
  if (root.kind == Value::Kind::kText) return std::string(root.text);
  Writer writer(machine, limits.json_bytes);
  ASSAY_RETURN_IF_ERROR(writer.Write(machine.root(), 0));
  return writer.Take();
}

Result<std::string> UnpackPickledText(std::string_view base64, const PickleLimits& limits) {
  ASSAY_ASSIGN_OR_RETURN(const std::string pickle, UnpackPickle(base64, limits));
  return PickleToText(pickle);
}

}  // namespace assay
