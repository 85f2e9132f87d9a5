// ---- generators ----------------------------------------------------------------------------

namespace testlib_impl {

struct Options {
  std::vector<std::string> words;            // all arguments, the program's name first
  std::map<std::string, std::string> named;  // -n 5, --n=5, -n5, --flag
};
inline Options& SharedOptions() {
  static Options* options = new Options;
  return *options;
}

inline void ParseOptions(int argc, char* argv[]) {
  Options& options = SharedOptions();
  options.words.assign(argv, argv + argc);
  options.named.clear();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t dashes = word.compare(0, 2, "--") == 0 ? 2 : 1;
    if (word.size() <= dashes || word[0] != '-' ||
        std::isalpha(static_cast<unsigned char>(word[dashes])) == 0) {
      continue;
    }
    const size_t equals = word.find('=');
    std::string name = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
    std::string value = "true";
    const size_t digit = name.find_first_of("0123456789");
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (dashes == 1 && digit != std::string::npos &&
               name.find_first_not_of("0123456789.", digit) == std::string::npos) {
      value = name.substr(digit);
      name = name.substr(0, digit);
    } else if (i + 1 < argc) {
      const std::string following = argv[i + 1];
      const bool option = following.size() > 1 && following[0] == '-' &&
                          std::isdigit(static_cast<unsigned char>(following[1])) == 0;
      if (!option) value = following;
    }
    options.named[name] = value;
  }
}

inline void OptionValue(const std::string& text, std::string* value) {
  *value = text;
}
inline void OptionValue(const std::string& text, bool* value) {
  const std::string word = lowerCase(text);
  if (word != "true" && word != "1" && word != "false" && word != "0") {
    Die("an option is not a truth value: " + text);
  }
  *value = word == "true" || word == "1";
}
template <typename T>
void OptionValue(const std::string& text, T* value) {
  std::istringstream in(text);
  in >> *value;
  if (in.fail() || in.peek() != EOF) Die("an option can't be read: " + text);
}

}  // namespace testlib_impl

inline void prepareOpts(int argc, char* argv[]) {
  testlib_impl::ParseOptions(argc, argv);
}
inline void registerGen(int argc, char* argv[], int version = 1) {
  if (version != 0 && version != 1) testlib_impl::Die("registerGen knows the versions 0 and 1");
  testlibMode = _generator;
  rnd.setSeed(argc, argv);
  prepareOpts(argc, argv);
}
inline bool has_opt(const std::string& key) {
  return testlib_impl::SharedOptions().named.count(key) > 0;
}
template <typename T>
T opt(const std::string& key) {
  const auto found = testlib_impl::SharedOptions().named.find(key);
  if (found == testlib_impl::SharedOptions().named.end()) {
    testlib_impl::Die("Opt by key '" + key + "': index is not found");
  }
  T value;
  testlib_impl::OptionValue(found->second, &value);
  return value;
}
template <typename T>
T opt(int index) {
  const auto& words = testlib_impl::SharedOptions().words;
  if (index < 0 || static_cast<size_t>(index) >= words.size()) {
    testlib_impl::Die("Opt by index '" + vtos(index) + "': index is not found");
  }
  T value;
  testlib_impl::OptionValue(words[static_cast<size_t>(index)], &value);
  return value;
}
template <typename T>
T opt(const std::string& key, const T& otherwise) {
  return has_opt(key) ? opt<T>(key) : otherwise;
}
template <typename T>
T opt(int index, const T& otherwise) {
  return static_cast<size_t>(index) < testlib_impl::SharedOptions().words.size() ? opt<T>(index)
                                                                                 : otherwise;
}
inline std::string opt(const std::string& key) {
  return opt<std::string>(key);
}
inline std::string opt(int index) {
  return opt<std::string>(index);
}
inline void suppressEnsureNoUnusedOpt() {}
inline void ensureNoUnusedOpts() {}

// Further output goes to a file named after the test.
inline void startTest(int test) {
  if (std::freopen(vtos(test).c_str(), "wt", stdout) == nullptr) {
    testlib_impl::Die("Unable to write file '" + vtos(test) + "'");
  }
}

namespace testlib_impl {

template <typename T>
auto PrintOne(const T& value, int) -> decltype(std::cout << value, void()) {
  std::cout << value;
}
template <typename T>
auto PrintOne(const T& values, long) -> decltype(values.begin(), void()) {
  std::cout << join(values.begin(), values.end(), ' ');
}
inline void PrintAll() {}
template <typename First, typename... Rest>
void PrintAll(const First& first, const Rest&... rest) {
  PrintOne(first, 0);
  if (sizeof...(rest) > 0) std::cout << " ";
  PrintAll(rest...);
}
template <typename T>
struct IsIterator {
  template <typename U>
  static char Test(typename std::iterator_traits<U>::pointer*);
  template <typename U>
  static long Test(...);
  static const bool value = sizeof(Test<T>(nullptr)) == 1 && !std::is_same<T, const char*>::value &&
                            !std::is_same<T, char*>::value;
};

}  // namespace testlib_impl

// Values with spaces between them, containers as their elements, and a line end.
template <typename... Values>
void println(const Values&... values) {
  testlib_impl::PrintAll(values...);
  std::cout << std::endl;
}
template <typename Iterator>
typename std::enable_if<testlib_impl::IsIterator<Iterator>::value>::type println(Iterator first,
                                                                                 Iterator last) {
  std::cout << join(first, last, ' ') << std::endl;
}

#endif  // ASSAY_TESTLIB_H_
