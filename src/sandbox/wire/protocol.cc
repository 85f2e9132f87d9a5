#include "sandbox/wire/protocol.h"

#include "runner/box_paths.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

Error Malformed(const char* what) {
  return Error{ErrorCode::kInternal, "sandbox.protocol", 0, std::string("malformed ") + what};
}

}  // namespace

std::string SpawnerConfig::Encode() const {
  WireWriter out;
  out.Bytes(tier);
  out.Bytes(server_id);
  out.Bytes(cgroup_parent);
  out.Strings(visible_paths);
  out.Number(uid_base);
  out.Number(scratch_bytes);
  out.Number(scratch_inodes);
  out.Number(static_cast<int64_t>(processors.size()));
  for (const int processor : processors) out.Number(processor);
  out.Number(static_cast<int64_t>(warm_programs.size()));
  for (const WarmProgram& program : warm_programs) {
    out.Strings(program.argv);
    out.Strings(program.env);
    out.Number(program.stack_bytes);
    out.Strings(program.words);
    out.Bytes(program.library);
    out.Bytes(program.script);
    out.Bytes(program.imports);
    out.Number(program.quick_end);
  }
  out.Number(restore);
  return out.bytes();
}

Result<SpawnerConfig> SpawnerConfig::Decode(std::string_view body) {
  WireReader in(body);
  SpawnerConfig config;
  config.tier = in.Bytes();
  config.server_id = in.Bytes();
  config.cgroup_parent = in.Bytes();
  config.visible_paths = in.Strings();
  config.uid_base = static_cast<int>(in.Number());
  config.scratch_bytes = in.Number();
  config.scratch_inodes = in.Number();
  const int64_t processors = in.Number();
  for (int64_t i = 0; in.ok() && i < processors; ++i) {
    config.processors.push_back(static_cast<int>(in.Number()));
  }
  const int64_t count = in.Number();
  for (int64_t i = 0; in.ok() && i < count; ++i) {
    WarmProgram program;
    program.argv = in.Strings();
    program.env = in.Strings();
    program.stack_bytes = in.Number();
    program.words = in.Strings();
    program.library = in.Bytes();
    program.script = in.Bytes();
    program.imports = in.Bytes();
    program.quick_end = in.Number() != 0;
    config.warm_programs.push_back(std::move(program));
  }
  config.restore = in.Number() != 0;
  if (!in.complete()) return Malformed("configuration");
  return config;
}

std::string RunOrder::Encode() const {
  WireWriter out;
  out.Strings(argv);
  out.Strings(env);
  out.Number(stdin_null);
  out.Number(reply);
  out.Number(cpu_time.count());
  out.Number(wall_time.count());
  out.Number(wall_backstop.count());
  out.Number(memory_bytes);
  out.Number(file_bytes);
  out.Number(processes);
  out.Number(stack_bytes);
  out.Strings(fetch);
  out.Number(fetch_bytes);
  out.Number(static_cast<int64_t>(files.size()));
  for (const OrderFile& file : files) {
    out.Number(file.place);
    out.Bytes(file.path);
    out.Number(file.executable);
    out.Number(file.inline_bytes);
    out.Bytes(file.bytes);
  }
  out.Number(warm);
  out.Number(timed);
  out.Number(static_cast<int64_t>(series));
  out.Number(last);
  return out.bytes();
}

Result<RunOrder> RunOrder::Decode(std::string_view body) {
  WireReader in(body);
  RunOrder order;
  order.argv = in.Strings();
  order.env = in.Strings();
  order.stdin_null = in.Number() != 0;
  order.reply = in.Number() != 0;
  order.cpu_time = Nanoseconds(in.Number());
  order.wall_time = Nanoseconds(in.Number());
  order.wall_backstop = Nanoseconds(in.Number());
  order.memory_bytes = in.Number();
  order.file_bytes = in.Number();
  order.processes = in.Number();
  order.stack_bytes = in.Number();
  order.fetch = in.Strings();
  order.fetch_bytes = in.Number();
  const int64_t count = in.Number();
  for (int64_t i = 0; in.ok() && i < count; ++i) {
    OrderFile file;
    file.place = static_cast<int>(in.Number());
    file.path = in.Bytes();
    file.executable = in.Number() != 0;
    file.inline_bytes = in.Number() != 0;
    file.bytes = in.Bytes();
    if (file.place < 0 || file.place >= kWritablePlaceCount) return Malformed("run order");
    order.files.push_back(std::move(file));
  }
  order.warm = static_cast<int>(in.Number());
  order.timed = in.Number() != 0;
  order.series = static_cast<uint64_t>(in.Number());
  order.last = in.Number() != 0;
  if (!in.complete() || order.argv.empty()) return Malformed("run order");
  return order;
}

std::string RunReport::Encode() const {
  WireWriter out;
  out.Number(static_cast<int64_t>(status));
  out.Number(exit_code);
  out.Number(signal);
  out.Number(cpu_time.count());
  out.Number(wall_time.count());
  out.Number(starved_time.count());
  out.Number(memory_peak_bytes);
  out.Bytes(start_error);
  out.Number(warm);
  out.Number(restored);
  out.Number(repeat);
  out.Number(refused_call.has_value());
  out.Number(refused_call.value_or(0));
  out.Bytes(dropped);
  out.Number(clean);
  out.Number(emptied);
  out.Number(error.has_value());
  if (error) out.ErrorValue(*error);
  EncodeStepTimes(times, &out);
  return out.bytes();
}

Result<RunReport> RunReport::Decode(std::string_view body) {
  WireReader in(body);
  RunReport report;
  const int64_t status = in.Number();
  if (status < 0 || status > static_cast<int64_t>(RunStatus::kCancelled)) {
    return Malformed("report");
  }
  report.status = static_cast<RunStatus>(status);
  report.exit_code = static_cast<int>(in.Number());
  report.signal = static_cast<int>(in.Number());
  report.cpu_time = Nanoseconds(in.Number());
  report.wall_time = Nanoseconds(in.Number());
  report.starved_time = Nanoseconds(in.Number());
  report.memory_peak_bytes = in.Number();
  report.start_error = in.Bytes();
  report.warm = in.Number() != 0;
  report.restored = in.Number() != 0;
  report.repeat = in.Number() != 0;
  const bool refused = in.Number() != 0;
  // A program may ask for any number.
  const int64_t call = in.Number();
  if (call != static_cast<int>(call)) return Malformed("report");
  if (refused) report.refused_call = static_cast<int>(call);
  report.dropped = in.Bytes();
  report.clean = in.Number() != 0;
  report.emptied = in.Number() != 0;
  if (in.Number() != 0) report.error = in.ErrorValue();
  report.times = DecodeStepTimes(&in);
  if (!in.complete()) return Malformed("report");
  return report;
}

std::string RunProgress::Encode() const {
  WireWriter out;
  out.Number(cpu_time.count());
  out.Number(wall_time.count());
  out.Number(starved_time.count());
  out.Number(static_cast<int64_t>(activity));
  return out.bytes();
}

Result<RunProgress> RunProgress::Decode(std::string_view body) {
  WireReader in(body);
  RunProgress progress;
  progress.cpu_time = Nanoseconds(in.Number());
  progress.wall_time = Nanoseconds(in.Number());
  progress.starved_time = Nanoseconds(in.Number());
  const int64_t activity = in.Number();
  if (!in.complete() || activity < 0 || activity > static_cast<int64_t>(Activity::kAwaitsRoom)) {
    return Malformed("progress");
  }
  progress.activity = static_cast<Activity>(activity);
  return progress;
}

}  // namespace assay
