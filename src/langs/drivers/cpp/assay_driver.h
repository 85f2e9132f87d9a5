// Calls a candidate's C++ function for one test and answers with one JSON object on descriptor 3.
// Arguments come from stdin, their types from the function's own: one compilation serves all tests.
// Included before the candidate's code, whose macros therefore don't reach it; the generated main()
// names the function. The protocol is in docs/internals/drivers.md.
//
// Uses nothing beyond <bits/stdc++.h> and <cxxabi.h>, so that no global name of a system header
// collides with the candidate's own.
#pragma once
#pragma GCC system_header  // no warnings about this file among the candidate's own

#if __cplusplus < 201703L
#error "function calls need -std=c++17 or later"
#endif
#include <bits/stdc++.h>
#include <cxxabi.h>

#include "assay_json_out.h"

namespace assay_driver {

inline std::string ReadStdin() {
  std::string text;
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, stdin)) > 0;)
    text.append(buffer, n);
  // The candidate finds stdin empty.
  if (std::freopen("/dev/null", "r", stdin) == nullptr) std::_Exit(1);
  return text;
}

// Ends at once: the answer is given, and what destructors do is no part of it.
[[noreturn]] inline void Reply(const std::string& json, int exit_code) {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  std::FILE* reply = fdopen(3, "w");
  if (reply == nullptr || std::fwrite(json.data(), 1, json.size(), reply) != json.size() ||
      std::fflush(reply) != 0) {
    std::_Exit(1);
  }
  std::_Exit(exit_code);
}

[[noreturn]] inline void Fail(const char* kind, const std::string& type,
                              const std::string& message) {
  std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n  what():  %s\n",
               type.c_str(), message.c_str());
  std::string json = std::string("{\"status\":\"error\",\"kind\":\"") + kind + "\",\"type\":";
  WriteString(json, type);
  json += ",\"message\":";
  WriteString(json, std::string_view(message).substr(0, 2000));
  Reply(json + "}", 1);
}

inline std::string TypeOfCurrentException() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "unknown";
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  return status == 0 && name != nullptr ? name : type->name();
}

template <class Parameter, class Stored>
decltype(auto) Pass(Stored& stored) {
  if constexpr (std::is_lvalue_reference_v<Parameter>) {
    return static_cast<Stored&>(stored);
  } else if constexpr (std::is_rvalue_reference_v<Parameter>) {
    return std::move(stored);
  } else if constexpr (std::is_copy_constructible_v<Stored>) {
    return Stored(stored);
  } else {
    return std::move(stored);
  }
}

// Whether a function can answer through its first argument: a caller sees only changes to what a
// reference or a pointer leads to.
template <class... Parameters>
constexpr bool CanChangeTheFirst() {
  if constexpr (sizeof...(Parameters) == 0) {
    return false;
  } else {
    using First = std::tuple_element_t<0, std::tuple<Parameters...>>;
    using Target = std::remove_reference_t<First>;
    return std::is_pointer_v<Target> ||
           (std::is_lvalue_reference_v<First> && !std::is_const_v<Target>);
  }
}

template <class Result, class... Parameters, class Invoke>
[[noreturn]] void Run(Invoke invoke) {
  std::tuple<std::decay_t<Parameters>...> arguments;
  try {
    const std::string text = ReadStdin();
    Reader in(text);
    Read(in, arguments);
    if (in.Peek() != '\0') in.Fail("end of the arguments");
  } catch (const BadArguments& error) {
    Fail("bad_arguments", "BadArguments", error.what());
  }
  std::string value = "null";
  try {
    std::apply(
        [&](auto&... stored) {
          if constexpr (std::is_void_v<Result>) {
            invoke(Pass<Parameters>(stored)...);
          } else {
            decltype(auto) result = invoke(Pass<Parameters>(stored)...);
            value.clear();
            Write(value, static_cast<const std::decay_t<Result>&>(result));
          }
        },
        arguments);
  } catch (const std::exception& error) {
    Fail("exception", TypeOfCurrentException(), error.what());
  } catch (...) {
    Fail("exception", TypeOfCurrentException(), "");
  }
  std::string json = "{\"status\":\"ok\",\"value\":" + value;
  if (value == "null" && CanChangeTheFirst<Parameters...>()) {
    json += ",\"args\":";
    Write(json, arguments);
  }
  Reply(json + "}", 0);
}

template <class Result, class... Parameters>
[[noreturn]] void CallFunction(Result (*function)(Parameters...)) {
  Run<Result, Parameters...>([&](auto&&... arguments) -> Result {
    return function(std::forward<decltype(arguments)>(arguments)...);
  });
}

// The object is made inside the call, so that a constructor that throws is the candidate's
// exception. It is never freed: it may be large, and the process ends.
template <class Class, class Result, class... Parameters, class Method>
[[noreturn]] void CallOn(Method method) {
  Run<Result, Parameters...>([&](auto&&... arguments) -> Result {
    Class* object = new Class();
    return (object->*method)(std::forward<decltype(arguments)>(arguments)...);
  });
}
template <class Class, class Result, class... Parameters>
[[noreturn]] void CallMethod(Result (*function)(Parameters...)) {  // a static one
  CallFunction(function);
}
template <class Class, class Owner, class Result, class... Parameters>
[[noreturn]] void CallMethod(Result (Owner::*method)(Parameters...)) {
  CallOn<Class, Result, Parameters...>(method);
}
template <class Class, class Owner, class Result, class... Parameters>
[[noreturn]] void CallMethod(Result (Owner::*method)(Parameters...) const) {
  CallOn<Class, Result, Parameters...>(method);
}

}  // namespace assay_driver
