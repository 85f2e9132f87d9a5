// Programs for GPUs: CUDA, and Python with what is compiled first. The peers take them as files; a
// program given as code is one file more. Whether a box reaches a GPU only a run can tell, so
// nothing is judged before the self-test has passed.
#include <filesystem>

#include "base/text.h"
#include "langs/entries/exotic/exotic.h"
#include "langs/entries/exotic/on_path.h"

namespace assay {
namespace {

constexpr LanguageOption kNvcc = {"nvcc", "", "CUDA compiler; empty means the nvcc on PATH"};
constexpr LanguageOption kPython = {
    "gpu-python", "", "Python interpreter of GPU programs; empty means the python3 on PATH"};

constexpr char kBuild[] =
    "mkdir -p build || exit 1\n"
    "if [ -e CMakeLists.txt ]; then cd build && cmake .. && exec make -j 4; fi\n"
    "exec \"$NVCC\" \"$@\" -o build/main main.cu\n";
constexpr char kRun[] =
    "if [ -e compile.py ]; then \"$PYTHON\" compile.py || exit $?; fi\nexec \"$PYTHON\" run.py\n";

bool IsBlank(std::string_view code) {
  return code.find_first_not_of(" \t\r\n\f\v") == code.npos;
}

// The code as `file`, unless there is none: files that the request brings are the program.
LayoutHook CodeAs(const std::string& file) {
  return [file](const Problem&, std::string_view code, ProgramLayout* layout) -> Status {
    if (!IsBlank(code)) layout->sources = {{file, Blob::FromString(std::string(code))}};
    return {};
  };
}

LanguageTools CudaTools(const LanguageConfig& config) {
  const std::string nvcc = OnPath(config, kNvcc, "nvcc");
  return {.source = "main.cu",
          .compile = {"/bin/sh", "-c", kBuild, "cuda", "{flags}"},
          .artifacts = {"build/main"},
          .run = {"./build/main"},
          .env = {{"NVCC", nvcc}, {"CUDACXX", nvcc}},
          .version_argv = {nvcc, "--version"},
          .programs = {nvcc},
          .whole = CodeAs("main.cu")};
}

bool HasGpu() {
  std::error_code error;
  return std::filesystem::exists("/dev/nvidiactl", error);
}

// Importing PyTorch takes seconds: only where there is a GPU it could use.
Result<std::string> FindTorch(const std::string& python) {
  const auto missing = [](const std::string& what) {
    return Error{ErrorCode::kUnsupported, "langs.gpu", 0, what};
  };
  if (!HasGpu()) return missing("there is no NVIDIA GPU");
  const HostCommandResult probe =
      RunHostCommand({python, "-c", "import torch; print(torch.__version__)"});
  if (probe.exit_code != 0) return missing(python + " cannot import torch");
  return std::string(TrimAsciiSpace(probe.output));
}

LanguageTools PythonGpuTools(const LanguageConfig& config) {
  const std::string python = OnPath(config, kPython, "python3");
  // Without a GPU boxes needn't see this interpreter, which may lie in somebody's home.
  const std::vector<std::string> programs =
      HasGpu() ? std::vector<std::string>{python} : std::vector<std::string>{};
  return {.source = "run.py",
          .run = {"/bin/sh", "-c", kRun},
          .env = {{"PYTHON", python}},
          .version_prefix = "Python with PyTorch ",
          .find_version = [python] { return FindTorch(python); },
          .programs = programs,
          .whole = CodeAs("run.py")};
}

SelfTestPrograms CudaSelfTest() {
  const auto with = [](const std::string& body) {
    return "#include <assert.h>\n#include <stdio.h>\n"
           "__global__ void add(int* x) { *x += 2; }\nint main() {\n"
           "  int* x = nullptr;\n  if (cudaMallocManaged(&x, sizeof *x) != cudaSuccess) return 3;\n"
           "  *x = 2;\n  add<<<1, 1>>>(x);\n  if (cudaDeviceSynchronize() != cudaSuccess) return "
           "4;\n"
           "  " +
           body + "\n}\n";
  };
  return {.right = with("assert(*x == 4); puts(\"ok\");"),
          .assertion = with("assert(*x == 5); puts(\"ok\");"),
          .broken = with("int y = \"four\"; puts(\"ok\");"),
          .crash = with("puts(\"ok\"); __builtin_trap();"),
          .assertion_sign = "Assertion"};
}

SelfTestPrograms PythonGpuSelfTest() {
  const std::string sum = "import torch\nx = (torch.ones(2, device=\"cuda\") * 2).sum().item()\n";
  return {.right = sum + "assert x == 4\nprint(\"ok\")\n",
          .assertion = sum + "assert x == 5\nprint(\"ok\")\n",
          .broken = "print(\"ok\"\n",
          .crash = "print(\"ok\")\n1 / 0\n",
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry CudaLanguage() {
  return {.id = "cuda",
          .aliases = {"cu", "nvcc"},
          .extensions = {".cu"},
          .fences = {"cuda", "cu"},
          .options = {kNvcc},
          .install_hint = "the CUDA toolkit, with its nvcc on PATH (or --nvcc), and a GPU",
          .self_test = CudaSelfTest(),
          .proven_only = true,
          .tools = CudaTools};
}

LanguageEntry PythonGpuLanguage() {
  return {.id = "python_gpu",
          .time_multiplier = 2,
          .fences = {"python", "py", "python3"},
          .options = {kPython},
          .install_hint = "PyTorch or the like for --gpu-python, and a GPU",
          .self_test = PythonGpuSelfTest(),
          .proven_only = true,
          .tools = PythonGpuTools};
}

}  // namespace assay
