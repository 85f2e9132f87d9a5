#include "langs/drivers.h"
#include "langs/java_source.h"

namespace assay {

Status LayoutJavaProgram(const Problem&, std::string_view code, ProgramLayout* layout) {
  const JavaSource source = ScanJava(code);
  // javac wants a public type in a file of its name; otherwise any name does.
  const std::string file = (source.public_type.empty() ? "Main" : source.public_type) + ".java";
  layout->sources = {{file, Blob::FromString(std::string(code))}};
  layout->compiled = {file};
  for (const std::string& type : {source.main_type, source.public_type, source.first_type}) {
    if (layout->main.empty()) layout->main = type;
  }
  if (layout->main.empty()) layout->main = "Main";
  return {};
}

}  // namespace assay
