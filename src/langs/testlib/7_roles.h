// ---- roles ---------------------------------------------------------------------------------

class Checker {
 public:
  std::string testset() const { return testset_; }
  void setTestset(const char* const value) { testset_ = value; }
  std::string group() const { return group_; }
  void setGroup(const char* const value) { group_ = value; }

 private:
  std::string testset_, group_;
};
static Checker checker;

class Validator : public Checker {
 public:
  void initialized() {}
  void addFeature(const std::string& feature) { features_.insert(feature); }
  void feature(const std::string& feature) {
    if (features_.count(feature) == 0) {
      testlib_impl::Die("Feature " + feature + " was not added.");
    }
  }
  std::string testCase() const { return ""; }

 private:
  std::set<std::string> features_;
};
static Validator validator;

class Interactor : public Checker {};
static Interactor interactor;

namespace testlib_impl {

// Takes "--name value" and "--name=value" out of the arguments.
template <typename Role>
std::vector<std::string> TakeRoleOptions(int argc, char* argv[], Role* role) {
  std::vector<std::string> rest;
  const std::vector<std::string> known = {
      "--testset",  "--group",           "--testOverviewLogFileName", "--testMarkupFileName",
      "--testCase", "--testCaseFileName"};
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      rest.push_back(word);
      continue;
    }
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (equals == std::string::npos) {
      if (i + 1 >= argc) Die("an option lacks its value: " + word);
      value = argv[++i];
    }
    if (name == "--testset") role->setTestset(value.c_str());
    if (name == "--group") role->setGroup(value.c_str());
  }
  return rest;
}

// The result file and -appes, which may follow the three files.
inline void TakeResultFile(const std::vector<std::string>& words, size_t at) {
  if (at < words.size()) resultName = words[at];
  if (at + 1 < words.size()) {
    appesMode = upperCase(words[at + 1]) == "-APPES";
    if (!appesMode) Die("the argument after the result file must be -appes");
  }
}

}  // namespace testlib_impl

inline void registerTestlibCmd(int argc, char* argv[]) {
  testlibMode = _checker;
  const std::vector<std::string> words = testlib_impl::TakeRoleOptions(argc, argv, &checker);
  if (words.size() < 4 || words.size() > 6) {
    testlib_impl::Die(
        "Program must be run with the following arguments: "
        "<input-file> <output-file> <answer-file> [<report-file> [-appes]]");
  }
  testlib_impl::TakeResultFile(words, 4);
  inf.init(words[1], _input);
  ouf.init(words[2], _output);
  ans.init(words[3], _answer);
}
// The files by name, and then the command line's way of saying it.
inline void registerTestlib(int argc, ...) {
  if (argc < 3 || argc > 5) testlib_impl::Die("registerTestlib takes three to five files");
  std::vector<char*> words(1, nullptr);
  va_list arguments;
  va_start(arguments, argc);
  for (int i = 0; i < argc; ++i) words.push_back(va_arg(arguments, char*));
  va_end(arguments);
  static char name[] = "";
  words[0] = name;
  registerTestlibCmd(argc + 1, words.data());
}

inline void registerInteraction(int argc, char* argv[]) {
  testlibMode = _interactor;
  const std::vector<std::string> words = testlib_impl::TakeRoleOptions(argc, argv, &interactor);
  if (words.size() < 3 || words.size() > 6) {
    testlib_impl::Die(
        "Program must be run with the following arguments: "
        "<input-file> <output-file> [<answer-file> [<report-file> [-appes]]]");
  }
  testlib_impl::TakeResultFile(words, 4);
  // A solution that has ended is noticed by what can't be read from it, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  inf.init(words[1], _input);
  tout.open(words[2].c_str(), std::ios_base::out);
  if (tout.fail() || !tout.is_open()) {
    testlib_impl::Die("Can not write to the test-output-file '" + words[2] + "'");
  }
  ouf.init(stdin, _output);
  if (words.size() >= 4) {
    ans.init(words[3], _answer);
  } else {
    ans.mode = _answer;
    ans.name = "unopened answer stream";
  }
}

inline void registerValidation() {
  testlibMode = _validator;
  ouf.mode = _output;
  inf.init(stdin, _input);
  inf.strict = true;
}
inline void registerValidation(int argc, char* argv[]) {
  testlib_impl::TakeRoleOptions(argc, argv, &validator);
  registerValidation();
}
inline void addFeature(const std::string& feature) {
  validator.addFeature(feature);
}
inline void feature(const std::string& feature) {
  validator.feature(feature);
}
