#include "lab/audit/judge/helpers.h"

#include "langs/testlib/testlib.h"
#include "langs/testlib_source.h"

namespace assay::audit {

Ask AskAbout(const lab::HelperProgram& program) {
  Ask ask{program.language, program.source, true, false, program.files, ""};
  if (IsTestlibJudge(program.source, program.language)) {
    ask.files.emplace("testlib.h", std::string(OwnTestlib()->view()));
  }
  return ask;
}

}  // namespace assay::audit
