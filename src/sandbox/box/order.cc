#include "sandbox/box/order.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <optional>
#include <set>
#include <string_view>

#include "runner/box_paths.h"
#include "sandbox/wire/fork_protocol.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

// Smaller files travel in the message; larger ones as descriptors of their shared memory file.
constexpr size_t kInlineFileBytes = 32 << 10;
constexpr size_t kMaxAttachedFiles = kMaxFrameFds - 8;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "sandbox.request", 0, std::move(message)};
}

bool HasNul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

Status CheckStrings(const RunRequest& request) {
  if (request.argv.empty() || request.argv[0].empty()) return Invalid("argv is empty");
  for (const std::string& argument : request.argv) {
    if (HasNul(argument)) return Invalid("an argument contains a NUL byte");
  }
  for (const auto& [key, value] : request.env) {
    if (key.empty() || key.find('=') != std::string::npos || HasNul(key) || HasNul(value)) {
      return Invalid("environment variable '" + key + "' is malformed");
    }
  }
  for (const std::string& name : request.fetch) {
    ASSAY_RETURN_IF_ERROR(CheckFetchName(name));
  }
  const Limits& limits = request.limits;
  if (limits.cpu_time <= Nanoseconds(0) || limits.wall_time <= Nanoseconds(0) ||
      limits.wall_backstop_factor < 1 || limits.memory_bytes < 0 || limits.output_bytes < 0 ||
      limits.file_bytes < 0 || limits.processes < 1 || limits.stack_bytes < 0) {
    return Invalid("a limit is out of range");
  }
  return {};
}

// Files larger than this are data, not the program.
constexpr size_t kMostProgramBytes = 1 << 20;
constexpr size_t kTextProbeBytes = 256;

bool IsWordByte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_';
}

using Words = std::set<std::string_view>;

// Those of `wanted` that stand on a line of `text` with the word "import", or a longer one.
void AddImported(std::string_view text, const Words& wanted, Words* found) {
  constexpr std::string_view kImport = "import";
  for (size_t at = text.find(kImport); at != std::string_view::npos; at = text.find(kImport, at)) {
    const size_t line_end = std::min(text.find('\n', at), text.size());
    const size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    size_t begin = before == std::string_view::npos ? 0 : before + 1;
    while (begin < line_end) {
      size_t end = begin;
      while (end < line_end && IsWordByte(text[end])) ++end;
      const auto word = wanted.find(text.substr(begin, end - begin));
      if (word != wanted.end()) found->insert(*word);
      begin = end + 1;
    }
    at = line_end;
  }
}

// What the request imports of the words that any of `programs` asks for: a text may have any number
// of others, and every run is looked at.
Words ImportedWords(const RunRequest& request, const std::vector<WarmProgram>& programs) {
  Words wanted, found;
  for (const WarmProgram& program : programs) {
    wanted.insert(program.words.begin(), program.words.end());
  }
  for (const InputFile& file : request.files) {
    if (file.contents == nullptr || file.contents->size() > kMostProgramBytes) continue;
    const std::string_view text = file.contents->view();
    if (text.substr(0, kTextProbeBytes).find('\0') != std::string_view::npos) continue;  // compiled
    AddImported(text, wanted, &found);
  }
  return found;
}

// The first warm program that the run qualifies for, or -1. What follows the shared words of argv
// has to fit the fork request.
int FindWarm(const RunRequest& request, const std::vector<std::string>& env,
             const std::vector<WarmProgram>& programs) {
  std::optional<Words> imported;
  const auto imports_one_of = [&](const std::vector<std::string>& words) {
    if (!imported) imported = ImportedWords(request, programs);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return imported->count(word) > 0; });
  };
  for (size_t i = 0; i < programs.size(); ++i) {
    const WarmProgram& program = programs[i];
    const size_t shared = program.argv.size();
    if (request.limits.stack_bytes != program.stack_bytes || request.argv.size() < shared ||
        !std::equal(program.argv.begin(), program.argv.end(), request.argv.begin()) ||
        env != program.env || (!program.words.empty() && !imports_one_of(program.words))) {
      continue;
    }
    size_t rest = 0;
    for (size_t k = shared; k < request.argv.size(); ++k) rest += request.argv[k].size() + 1;
    return rest <= ASSAY_FORK_MAX_ARGUMENT_BYTES ? static_cast<int>(i) : -1;
  }
  return -1;
}

// An input of the run's own. Runs could tell each other something through a file that they share:
// by its locks, its times, its attributes.
Result<UniqueFd> OwnInput(std::string_view bytes) {
  UniqueFd file(::memfd_create("assay-blob", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file) return SystemError("sandbox.stdin", errno, "cannot create a memory file");
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return SystemError("sandbox.stdin", errno, "cannot fill a memory file");
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  // Through /proc a new file description is made: at the beginning, and without write access.
  const std::string path = "/proc/self/fd/" + std::to_string(file.get());
  UniqueFd reader(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!reader || ::fcntl(file.get(), F_ADD_SEALS, kSeals) != 0) {
    return SystemError("sandbox.stdin", errno, "cannot seal a memory file");
  }
  return reader;
}

}  // namespace

int64_t InputFileBytes(const RunRequest& request) {
  int64_t bytes = 0;
  for (const InputFile& file : request.files) {
    if (file.contents != nullptr) bytes += static_cast<int64_t>(file.contents->size());
  }
  return bytes;
}

Result<PreparedOrder> PrepareOrder(const RunRequest& request, int64_t memory_guard_bytes,
                                   const std::vector<WarmProgram>& warm_programs) {
  ASSAY_RETURN_IF_ERROR(CheckStrings(request));
  PreparedOrder prepared;
  RunOrder& order = prepared.order;
  order.argv = request.argv;
  for (const auto& [key, value] : request.env) order.env.push_back(key + "=" + value);
  if (request.stdin_bytes != nullptr && request.stdin_bytes->size() > 0) {
    ASSAY_ASSIGN_OR_RETURN(prepared.stdin_fd, OwnInput(request.stdin_bytes->view()));
    order.stdin_null = false;
  }
  order.reply = request.reply;
  order.cpu_time = request.limits.cpu_time;
  order.wall_time = request.limits.wall_time;
  order.wall_backstop = request.limits.wall_time * request.limits.wall_backstop_factor;
  order.memory_bytes =
      request.limits.memory_bytes > 0 ? request.limits.memory_bytes : memory_guard_bytes;
  order.file_bytes = request.limits.file_bytes;
  order.processes = request.limits.processes;
  order.stack_bytes = request.limits.stack_bytes;
  order.warm = FindWarm(request, order.env, warm_programs);
  if (!request.fresh_box) order.series = request.series;
  for (const InputFile& file : request.files) {
    ASSAY_ASSIGN_OR_RETURN(BoxPath placed, ParseBoxPath(file.path));
    OrderFile entry;
    entry.place = placed.place;
    entry.path = std::move(placed.path);
    entry.executable = file.executable;
    const Blob& contents = file.contents != nullptr ? *file.contents : *Blob::Empty();
    if (contents.size() > kInlineFileBytes && prepared.files.fds.size() < kMaxAttachedFiles) {
      ASSAY_ASSIGN_OR_RETURN(UniqueFd fd, contents.OpenReadOnly());
      entry.inline_bytes = false;
      prepared.files.fds.push_back(std::move(fd));
    } else {
      entry.bytes = contents.view();
    }
    prepared.files.files.push_back(std::move(entry));
  }
  return prepared;
}

}  // namespace assay
