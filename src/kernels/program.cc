#include "kernels/program.h"

#include <fmt/format.h>

#include <string_view>

#include "kernels_embedded.h"

namespace assay {
namespace {

// Eight digits of length, and the program. Its file name is left out of tracebacks.
constexpr char kBootstrap[] = R"(import os
def r(n):
    b = b""
    while len(b) < n:
        p = os.read(0, n - len(b))
        if not p: os._exit(2)
        b += p
    return b
exec(compile(r(int(r(8))), "<assay kernel>", "exec"), {"__name__": "assay_kernel"})
)";

}  // namespace

std::vector<std::string> KernelCommand() {
  return {"python3", "-c", kBootstrap};
}

std::string KernelProgram() {
  std::string source;
  for (const std::string_view part :
       {Embedded_python_1_wire_py(), Embedded_python_2_supervisor_py(),
        Embedded_python_3_streams_py(), Embedded_python_4_pretty_py(), Embedded_python_5_rich_py(),
        Embedded_python_6_traceback_py(), Embedded_python_7_magics_py(),
        Embedded_python_8_cells_py(), Embedded_python_9_kernel_py()}) {
    source += part;
    source += "\n\n";
  }
  return fmt::format("{:08}", source.size()) + source;
}

}  // namespace assay
