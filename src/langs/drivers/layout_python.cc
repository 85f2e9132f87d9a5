#include <initializer_list>
#include <string>
#include <utility>

#include "base/text.h"
#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

// Each source as a .pyc like the interpreter's own: magic number, flags, time and size of the
// source (not looked at when it is run directly), code.
constexpr char kCompile[] =
    "import sys, marshal, base64, importlib.util as u\n"
    "for source in sys.argv[1:]:\n"
    "    code = compile(source, '/box/assay_driver.py', 'exec', dont_inherit=True, "
    "optimize=2)\n"
    "    pyc = u.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)\n"
    "    print('<pyc>' + base64.b64encode(pyc).decode() + '</pyc>')\n";

std::string Joined(std::initializer_list<std::string_view> parts) {
  std::string source;
  for (const std::string_view part : parts) {
    source += part;
    source += "\n\n";
  }
  return source;
}

// Takes the next "<pyc>…</pyc>" off the text; null when there is none.
BlobPtr TakePyc(std::string_view* text) {
  const size_t begin = text->find("<pyc>");
  const size_t end = text->find("</pyc>");
  if (begin == text->npos || end == text->npos) return nullptr;
  auto pyc = Base64Decode(text->substr(begin + 5, end - begin - 5));
  text->remove_prefix(end + 6);
  return pyc ? Blob::FromString(*std::move(pyc)) : nullptr;
}

}  // namespace

PythonDrivers MakePythonDrivers(const std::string& python) {
  const std::string first = Joined({Embedded_python_1_start_py(), Embedded_python_2_values_py(),
                                    Embedded_python_3_nodes_py(), Embedded_python_4_prelude_py(),
                                    Embedded_python_5_end_py(), Embedded_python_6_main_py()});
  const std::string calls =
      Joined({Embedded_python_1_start_py(), Embedded_python_4_prelude_py(),
              Embedded_python_5_end_py(), Embedded_python_7_typed_py(),
              Embedded_python_8_aliases_py(), Embedded_python_9_calls_py(), "run_calls()"});
  const std::string tests = Joined(
      {Embedded_python_1_start_py(), Embedded_python_4_prelude_py(), Embedded_python_5_end_py(),
       Embedded_python_7_typed_py(), Embedded_python_8_aliases_py(), Embedded_python_9_calls_py(),
       Embedded_python_10_text_py(), Embedded_python_11_stand_ins_py(),
       Embedded_python_12_questions_py(), Embedded_python_13_tests_py(),
       Embedded_python_14_watched_py(), Embedded_python_15_vacuity_py(), "run_tests()"});
  PythonDrivers drivers;
  const auto compiled = RunHostCommand({python, "-c", kCompile, first, calls, tests});
  if (compiled.exit_code == 0) {
    std::string_view text = compiled.output;
    drivers.calls_and_asserts = TakePyc(&text);
    drivers.assert_calls = TakePyc(&text);
    drivers.assert_tests = TakePyc(&text);
  }
  drivers.file_name = "assay_driver.pyc";
  if (drivers.calls_and_asserts == nullptr || drivers.assert_calls == nullptr ||
      drivers.assert_tests == nullptr) {
    // No such interpreter (Probe() says so), or one without these modules: sources serve as well.
    drivers.calls_and_asserts = Blob::FromString(first);
    drivers.assert_calls = Blob::FromString(calls);
    drivers.assert_tests = Blob::FromString(tests);
    drivers.file_name = "assay_driver.py";
  }
  return drivers;
}

LayoutHook PythonHook(BlobPtr driver, std::string file_name, std::string mode) {
  return [driver = std::move(driver), file_name = std::move(file_name), mode = std::move(mode)](
             const Problem& problem, std::string_view code, ProgramLayout* layout) -> Status {
    layout->sources = {{"main.py", Blob::FromString(std::string(code))}, {file_name, driver}};
    layout->main = file_name;
    layout->arguments = {mode, problem.function_name};
    return {};
  };
}

LayoutHook PythonTestsHook(BlobPtr driver, std::string file_name) {
  return [=](const Problem& problem, std::string_view, ProgramLayout* layout) -> Status {
    layout->sources = {{file_name, driver}};
    layout->main = file_name;
    layout->arguments = {"tests", problem.function_name};
    return {};
  };
}

}  // namespace assay
