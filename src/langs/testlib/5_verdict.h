// ---- verdicts ------------------------------------------------------------------------------

namespace testlib_impl {

struct State {
  bool quitted = false;   // a verdict was given
  bool read_eof = false;  // the validator read to the end
  bool guarded = true;
};
inline State& Shared() {
  static State* state = new State;  // never destroyed: the guard asks it at the very end
  return *state;
}

// Refuses a judge that ends without a verdict: returning from main is not accepting.
struct Guard {
  ~Guard() {
    if (!Shared().guarded || Shared().quitted) return;
    if (testlibMode == _checker) Die("Checker must end with quit or quitf call.");
    if (testlibMode == _interactor) Die("Interactor must end with quit or quitf call.");
    if (testlibMode == _validator && !Shared().read_eof) {
      Die("Validator must end with readEof call.");
    }
  }
};
static Guard guard;

inline const char* ResultWords(TResult result) {
  switch (result) {
    case _ok: return "ok ";
    case _wa: return "wrong answer ";
    case _pe:
    case _dirt: return "wrong output format ";
    case _fail: return "FAIL ";
    case _points: return "points ";
    case _unexpected_eof: return "unexpected eof ";
    default: return "partially correct ";
  }
}

inline int ExitCode(TResult result) {
  if (result == _points) return 7;
#ifndef ENABLE_UNEXPECTED_EOF
  if (result == _unexpected_eof) return _pe;
#endif
  return static_cast<int>(result);
}

inline const char* Outcome(TResult result) {
  switch (result) {
    case _ok: return "accepted";
    case _wa: return "wrong-answer";
    case _pe:
    case _dirt: return "presentation-error";
    case _fail: return "fail";
    case _points: return "points";
    case _unexpected_eof: return "unexpected-eof";
    default: return "partially-correct";
  }
}

inline std::string XmlText(const std::string& text) {
  std::string safe;
  for (char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += static_cast<unsigned char>(c) < 32 ? '.' : c;
  }
  return safe;
}

// Says the verdict on stderr, or into the result file the caller named, and ends the program.
NORETURN inline void Finish(TResult result, const std::string& message) {
  Shared().quitted = true;
  std::string words = ResultWords(result);
  if (result == _points) words += format("%.10g ", __testlib_points);
  if (result >= _partially) words += format("(%d) ", static_cast<int>(result) - _partially);
  std::cout.flush();
  if (tout.is_open()) tout.close();
  if (resultName.empty()) {
    std::fprintf(stderr, "%s%s\n", words.c_str(), message.c_str());
  } else if (std::FILE* file = std::fopen(resultName.c_str(), "w")) {
    if (appesMode) {
      std::fprintf(
          file,
          "<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"%s\"%s>%s</result>\n",
          Outcome(result),
          result == _points ? format(" points = \"%.10g\"", __testlib_points).c_str() : "",
          XmlText(message).c_str());
    } else {
      std::fprintf(file, "%s%s\n", words.c_str(), message.c_str());
    }
    std::fclose(file);
  } else {
    Die("Can not write to the result file");
  }
  std::fflush(nullptr);
  std::exit(ExitCode(result));
}

}  // namespace testlib_impl

inline void InStream::quit(TResult result, const char* text) {
  std::string message = text;
  if (test_case_ > 0) message = format("[test case %d] ", test_case_) + message;
  // What is wrong with the jury's own files is never the participant's fault.
  if (mode != _output && result != _fail && result != _ok) {
    message += " (" + name + ")";
    result = _fail;
  }
  if (result == _ok && this == &ouf && opened && testlibMode == _checker && !seekEof()) {
    result = _pe;
    message = "Extra information in the output file";
  }
  testlib_impl::Finish(result, message);
}

NORETURN inline void quit(TResult result, const std::string& message) {
  ouf.quit(result, message);
}
NORETURN inline void quit(TResult result, const char* message) {
  ouf.quit(result, message);
}
NORETURN inline void quits(TResult result, const std::string& message) {
  ouf.quit(result, message);
}
ASSAY_TESTLIB_PRINTF(2, 3) NORETURN inline void quitf(TResult result, const char* text, ...) {
  ASSAY_TESTLIB_FORMAT(message, text)
  ouf.quit(result, message);
}
ASSAY_TESTLIB_PRINTF(3, 4)
inline void quitif(bool condition, TResult result, const char* text, ...) {
  if (!condition) return;
  ASSAY_TESTLIB_FORMAT(message, text)
  ouf.quit(result, message);
}

// Points instead of a verdict.
NORETURN inline void __testlib_quitp(double points, const char* message) {
  __testlib_points = points;
  ouf.quit(_points, message);
}
template <typename Points>
NORETURN void quitp(Points points, const std::string& message = "") {
  __testlib_quitp(static_cast<double>(points), message.c_str());
}
template <typename Points, typename... Arguments>
NORETURN void quitp(Points points, const char* text, Arguments... arguments) {
  __testlib_quitp(static_cast<double>(points), format(std::string(text), arguments...).c_str());
}
// Points as a text that only the operator's own tools understand.
NORETURN inline void quitpi(const std::string& info, const std::string& message = "") {
  if (info.empty() || info.find(' ') != std::string::npos) {
    testlib_impl::Die("the points_info must be a word");
  }
  testlib_impl::Shared().quitted = true;
  std::cout.flush();
  std::fprintf(stderr, "points points_info=%s %s\n", info.c_str(), message.c_str());
  std::fflush(nullptr);
  std::exit(7);
}

inline void __testlib_ensure(bool condition, const std::string& message) {
  if (!condition) quit(_fail, message);
}
#define ensure(condition) \
  __testlib_ensure(static_cast<bool>(condition), "Condition failed: \"" #condition "\"")
ASSAY_TESTLIB_PRINTF(2, 3) inline void ensuref(bool condition, const char* text, ...) {
  if (condition) return;
  ASSAY_TESTLIB_FORMAT(message, text)
  quit(_fail, message);
}

inline void disableFinalizeGuard() {
  testlib_impl::Shared().guarded = false;
}
inline void setAppesModeEncoding(std::string) {}

ASSAY_TESTLIB_PRINTF(1, 2) inline void setName(const char* text, ...) {
  ASSAY_TESTLIB_FORMAT(result, text)
  checkerName = result;
}

inline void setTestCase(int number) {
  inf.setTestCase(number);
  ouf.setTestCase(number);
  ans.setTestCase(number);
}
inline void unsetTestCase() {
  setTestCase(0);
}

// "expected X, but found Y" after an own beginning.
template <typename T>
NORETURN void __testlib_expectedButFound(TResult result, const T& expected, const T& found,
                                         const std::string& before) {
  std::ostringstream message;
  message << std::setprecision(12) << (before.empty() ? "" : before + ", ") << "expected '"
          << expected << "', but found '" << found << "'";
  quit(result, message.str());
}
template <typename T, typename... Arguments>
NORETURN void expectedButFound(TResult result, T expected, T found, const char* text = "",
                               Arguments... arguments) {
  __testlib_expectedButFound<T>(result, expected, found, format(std::string(text), arguments...));
}
