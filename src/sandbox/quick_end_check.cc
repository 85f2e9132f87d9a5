#include "sandbox/quick_end_check.h"

#include <span>
#include <string_view>
#include <tuple>

namespace assay {
namespace {

struct Program {
  const char* name;
  const char* code;
};

constexpr Program kPrograms[] = {
    {"a program that leaves much to the end", R"(
import atexit, builtins, sys
class Late:
    def __init__(self, name):
        self.name = name
    def __del__(self, p=print, names=builtins.__dict__):
        p('end of', self.name, [name for name in ('open', 'd', 'print') if name in names])
a, _b, cycle = Late('a'), Late('b'), [Late('c')]
cycle.append(cycle)
builtins.d, builtins.abs = Late('d'), Late('abs')
atexit.register(print, 'handler')
file = open('out', 'w')
file.write('buffered')
print('x' * 100000)
sys.stdout.write('no newline')
sys.stderr.write('err')
sys.exit(7)
)"},
    {"a program with an exception", R"(
import atexit
atexit.register(print, 'handler')
print('before')
def f(n):
    if n == 0:
        raise ValueError('x')
    f(n - 1)
try:
    f(2)
except ValueError as error:
    raise KeyError('y') from error
)"},
    {"a program with a thread", R"(
import threading
main_ends = threading.Event()
def work():
    main_ends.wait()
    print('thread')
threading.Thread(target=work).start()
print('main')
main_ends.set()
)"},
    {"a program whose output can't be written", R"(
import os
print('lost')
os.close(1)
)"},
};

// Called once the interpreter is freed, which a quick end leaves out: nothing else shows whether it
// took place.
constexpr char kSaysThatItIsFreed[] =
    "import ctypes\nctypes.pythonapi.Py_AtExit(ctypes.CDLL(None).abort)\n";

// What a restore has to undo: memory of all kinds, imports, handlers, what the end leaves.
constexpr Program kRestored[] = {
    {"a program that changes much", R"(
import atexit, sys, signal, builtins, collections, random
state = random.getstate()
class Late:
    def __del__(self, p=print):
        p('end')
late = Late()
builtins.print_ = print
sys.setrecursionlimit(5000)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
collections.Counter.marker = 1
big = ['x' * n for n in range(1000)]
huge = bytearray(4 << 20)
def deep(n):
    return n and 1 + deep(n - 1)
print(deep(2000), len(big), sum(map(len, big)), len(huge), sys.argv, __file__)
atexit.register(print, 'handler')
sys.stdout.write('no newline')
sys.stderr.write('err')
sys.exit(7)
)"},
    {"a program that looks for what was left", R"(
import builtins, collections, signal, sys, os
print(hasattr(builtins, 'print_'), hasattr(collections.Counter, 'marker'), sys.getrecursionlimit())
print([signal.getsignal(n) for n in range(1, 32)], os.getcwd())
print(sorted(globals()), type(__loader__), __loader__.path, os.getpid())
print([y for y in {64, 0, 32}], [y for y in {-1, -2}])
import html.entities as added
print(len(added.html5))
raise ValueError('x')
)"},
    {"a program with a warning and its input", R"(
import sys
text = sys.stdin.read()
print(repr(text), 1 is 1)
)"},
};

std::string FilesOf(const RunResult& result) {
  std::string text;
  for (const auto& [name, contents] : result.files) {
    text += name + "=" + std::string(contents->view()) + "\n";
  }
  return text;
}

// What differs, or null.
const char* Difference(const RunResult& other, const RunResult& usual) {
  if (std::tie(other.status, other.exit_code, other.signal) !=
      std::tie(usual.status, usual.exit_code, usual.signal)) {
    return "ends in another way";
  }
  if (other.stdout_bytes != usual.stdout_bytes) return "prints something else";
  if (other.stderr_bytes != usual.stderr_bytes) return "says something else on standard error";
  if (FilesOf(other) != FilesOf(usual)) return "leaves another file";
  return nullptr;
}

// Of forks from cold starts, or of restored runs from forks.
std::string DifferenceIn(std::span<const Program> programs, const RunPython& run,
                         bool restored = false) {
  for (const Program& program : programs) {
    const auto usual =
        run(program.code, restored ? PythonStartKind::kWarm : PythonStartKind::kCold);
    if (!usual.ok()) return "it could not be tested: " + usual.error().ToString();
    const auto other =
        run(program.code, restored ? PythonStartKind::kRestored : PythonStartKind::kWarm);
    if (!other.ok()) return "it could not be tested: " + other.error().ToString();
    if (!other->warm || usual->warm != restored) return "no interpreter was forked";
    if (restored && !other->restored) {
      return std::string(program.name) +
             " was not restored: that needs x86-64, Linux 6.7 with userfaultfd, and memory "
             "controlled by cgroup v1 (--log-level debug says what happened)";
    }
    if (const char* what = Difference(*other, *usual))
      return std::string(program.name) + " " + what;
  }
  return {};
}

}  // namespace

std::string QuickEndDifference(const RunPython& run) {
  if (std::string difference = DifferenceIn(kPrograms, run); !difference.empty()) {
    return difference;
  }
  const auto end = run(kSaysThatItIsFreed, PythonStartKind::kWarm);
  if (!end.ok()) return "it could not be tested: " + end.error().ToString();
  return end->status == RunStatus::kSignalled ? "this interpreter doesn't end that way" : "";
}

std::string ForkDifference(const RunPython& run) {
  return DifferenceIn(kPrograms, run);
}

std::string RestoreDifference(const RunPython& run) {
  return DifferenceIn(kRestored, run, /*restored=*/true);
}

}  // namespace assay
