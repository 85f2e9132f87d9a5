/* assay_math: verifies answers of math problems, in process, for any language with a C interface.
 *
 *   assay_math_result* result = NULL;
 *   int status = assay_math_verify(gold, strlen(gold), text, strlen(text), NULL, &result);
 *   if (status == ASSAY_MATH_OK && result->verdict == ASSAY_MATH_CORRECT) reward = 1;
 *   assay_math_free(result);
 *
 * Every function may be called from any thread, main or not, at the same time; none uses signals,
 * the locale, files or the network, executes any text it is given, or lets an exception out. The
 * same arguments give the same result. Work per call is bounded.
 *
 * Compatibility: within one ASSAY_MATH_ABI_VERSION functions and fields are only added at the end;
 * callers allocate none of the structures.
 */
#ifndef ASSAY_MATH_H_
#define ASSAY_MATH_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_MATH_ABI_VERSION 1

#if defined(__GNUC__)
#define ASSAY_MATH_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_MATH_EXPORT
#endif

/* Statuses of a call. */
enum {
  ASSAY_MATH_OK = 0,
  ASSAY_MATH_INVALID_ARGUMENT = 1, /* a null pointer */
  ASSAY_MATH_UNKNOWN_PROFILE = 2,
  ASSAY_MATH_OUT_OF_MEMORY = 3,
  ASSAY_MATH_INTERNAL = 4
};

/* Verdicts. */
enum {
  ASSAY_MATH_CORRECT = 0,
  ASSAY_MATH_INCORRECT = 1,
  ASSAY_MATH_UNPARSEABLE = 2, /* no answer found, or gold or answer not understood: see reason */
  ASSAY_MATH_UNDECIDED = 3    /* neither equality nor inequality could be shown in the budget */
};

/* Owned by the library: release with assay_math_free. Strings are UTF-8 where the input was, end
 * with a zero byte (a zero byte inside an answer cuts the string short), and live as long as the
 * result. */
typedef struct assay_math_result {
  uint32_t abi_version;        /* ASSAY_MATH_ABI_VERSION of the library */
  int32_t verdict;             /* ASSAY_MATH_CORRECT, … */
  const char* verdict_name;    /* "correct", "incorrect", "unparseable", "undecided" */
  const char* reason;          /* stable snake_case code */
  const char* rule;            /* the comparison rule that decided; may be empty */
  const char* extraction_rule; /* how the answer was found: "boxed", "last_number", …; "none" */
  const char* answer;          /* as extracted from the response; may be empty */
  const char* gold_answer;     /* as extracted from the gold */
  const char* answer_normal;   /* canonical forms, for people; may be empty */
  const char* gold_normal;
  size_t answer_offset; /* where the answer stands in the response, in bytes */
  size_t answer_length;
  int64_t work_used; /* steps of the work budget */
} assay_math_result;

/* The ABI version of the loaded library. */
ASSAY_MATH_EXPORT uint32_t assay_math_abi_version(void);
/* The version of the rules; verdicts may change only when it does. A static string. */
ASSAY_MATH_EXPORT const char* assay_math_rules_version(void);

/* gold: a bare answer or a whole solution. response: a bare answer or a model's whole text. Both
 * are bytes with a length, without a need for a final zero. profile: a zero-terminated name, or
 * NULL for the default. On ASSAY_MATH_OK *result holds the result; otherwise NULL. */
ASSAY_MATH_EXPORT int assay_math_verify(const char* gold, size_t gold_len, const char* response,
                                        size_t response_len, const char* profile,
                                        assay_math_result** result);

/* NULL is allowed. Any thread may free a result. */
ASSAY_MATH_EXPORT void assay_math_free(assay_math_result* result);

/* The name of profile `index`, counting from 0, the default first; NULL past the last. Static. */
ASSAY_MATH_EXPORT const char* assay_math_profile_name(size_t index);

/* Releases this thread's caches of the number libraries. Optional: they are released when the
 * thread ends. */
ASSAY_MATH_EXPORT void assay_math_release_thread(void);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_MATH_H_ */
