// Result<T>: a value, or an Error that says which step of our environment failed.
//
// For failures of *our* environment only (a mount refused, a full disk, a dead box). Misbehaving
// untrusted code is data (RunResult), and our own bugs abort (CHECK). g++ 12 has no std::expected
// in C++20 mode, hence this small type. Values; no threading of their own.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace assay {

enum class ErrorCode {
  kInvalidArgument,  // the caller's input; maps to 4xx
  kUnavailable,      // try again, perhaps elsewhere (a box died, the queue is full)
  kResource,         // out of descriptors, memory, disk
  kPermission,       // the host does not let us
  kUnsupported,      // the host or the build lacks it
  kCancelled,        // the caller gave up
  kInternal,         // anything else
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string stage;    // name of the step, shared with latency metrics: "sandbox.pivot_root"
  int sys_errno = 0;    // 0 when no system call was at fault
  std::string message;  // a sentence for people
  // Of kInvalidArgument: the field of the request at fault, "problem.tests"; empty: none, or
  // several.
  std::string field = {};

  // "sandbox.pivot_root: Operation not permitted: cannot enter the new root"
  std::string ToString() const;
  // For whoever named what failed, without our steps: "plan.yaml cannot be read: Permission denied"
  std::string ToSentence() const;
  // Whether it is about something they named: an argument, a file that isn't there, or that is of
  // another kind. Only where all that is opened was named by whoever asks.
  bool IsOfTheirs() const;
  // Whether another box or a later attempt could succeed.
  bool retryable() const {
    return code == ErrorCode::kUnavailable || code == ErrorCode::kResource ||
           code == ErrorCode::kInternal;
  }
};

// kInvalidArgument: "problem.tests: must not be empty".
Error InvalidField(std::string stage, std::string field, const std::string& what);
Error SystemError(std::string stage, int sys_errno, std::string message);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok().
  T& value() & { return Get(); }
  const T& value() const& { return const_cast<Result*>(this)->Get(); }
  T&& value() && { return std::move(Get()); }
  T& operator*() & { return Get(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &Get(); }
  const T* operator->() const { return &value(); }

  // REQUIRES: !ok().
  const Error& error() const {
    ASSAY_CHECK(!ok());
    return std::get<1>(state_);
  }

 private:
  T& Get() {
    ASSAY_CHECK(ok());
    return std::get<0>(state_);
  }
  std::variant<T, Error> state_;
};

// Success, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit
  bool ok() const { return !error_.has_value(); }
  // REQUIRES: !ok().
  const Error& error() const {
    ASSAY_CHECK(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace assay

#define ASSAY_RESULT_JOIN_(a, b) a##b
#define ASSAY_RESULT_JOIN(a, b) ASSAY_RESULT_JOIN_(a, b)
// ASSAY_ASSIGN_OR_RETURN(auto fd, OpenIt());
#define ASSAY_ASSIGN_OR_RETURN(declaration, expression) \
  ASSAY_ASSIGN_OR_RETURN_(ASSAY_RESULT_JOIN(result_, __LINE__), declaration, expression)
#define ASSAY_ASSIGN_OR_RETURN_(temporary, declaration, expression) \
  auto temporary = (expression);                                    \
  if (!temporary.ok()) return temporary.error();                    \
  declaration = std::move(temporary).value()
#define ASSAY_RETURN_IF_ERROR(expression)                                   \
  do {                                                                      \
    if (auto status_ = (expression); !status_.ok()) return status_.error(); \
  } while (false)
