#include "base/text.h"
#include "langs/drivers.h"
#include "langs/host_command.h"
#include "langs_embedded.h"

namespace assay {
namespace {

// A .pyc as the interpreter's own: magic number, flags, time and size of the source (not looked at
// when it is run directly), code.
constexpr char kCompile[] =
    "import sys, marshal, base64, importlib.util as u\n"
    "code = compile(sys.argv[1], '/box/assay_driver.py', 'exec', dont_inherit=True)\n"
    "pyc = u.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)\n"
    "print('<pyc>' + base64.b64encode(pyc).decode() + '</pyc>')\n";

std::string DriverSource() {
  std::string source;
  for (std::string_view part :
       {Embedded_drivers_python_1_start_py(), Embedded_drivers_python_2_values_py(),
        Embedded_drivers_python_3_nodes_py(), Embedded_drivers_python_4_prelude_py(),
        Embedded_drivers_python_5_main_py()}) {
    source += part;
    source += "\n\n";
  }
  return source;
}

}  // namespace

BlobPtr MakePythonDriver(const std::string& python, std::string* file_name) {
  const std::string source = DriverSource();
  const auto compiled = RunHostCommand({python, "-c", kCompile, source});
  const size_t begin = compiled.output.find("<pyc>");
  const size_t end = compiled.output.find("</pyc>");
  if (compiled.exit_code == 0 && begin != std::string::npos && end != std::string::npos) {
    auto pyc = Base64Decode(std::string_view(compiled.output).substr(begin + 5, end - begin - 5));
    if (pyc) {
      *file_name = "assay_driver.pyc";
      return Blob::FromString(*std::move(pyc));
    }
  }
  // No such interpreter (Probe() says so), or one without these modules: the source serves as well.
  *file_name = "assay_driver.py";
  return Blob::FromString(source);
}

LayoutHook PythonHook(BlobPtr driver, std::string file_name, std::string mode) {
  return [=](const Problem& problem, std::string_view code, ProgramLayout* layout) -> Status {
    layout->sources = {{"main.py", Blob::FromString(std::string(code))}, {file_name, driver}};
    layout->main = file_name;
    layout->arguments = {mode, problem.function_name};
    return {};
  };
}

}  // namespace assay
