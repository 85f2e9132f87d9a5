/* assay_rl: losses of reinforcement learning as coefficients, in process, for any language with a C
 * interface.
 *
 *   assay_rl_recipe recipe;
 *   assay_rl_preset("scalerl", &recipe);
 *   int status = assay_rl_coefficients(&batch, &recipe, coefficients, &health, message, sizeof
 * message);
 *   // loss = sum of coefficients[t] * logp[t], with the coefficients as constants
 *
 * Every function may be called from any thread at the same time; none keeps anything, uses signals,
 * the locale, files or the network, or lets an exception out. The arrays stay the caller's.
 *
 * Compatibility: within one ASSAY_RL_ABI_VERSION fields are only added at the end, and `size` says
 * which ones the caller knows.
 */
#ifndef ASSAY_RL_H_
#define ASSAY_RL_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_RL_ABI_VERSION 1

#if defined(__GNUC__)
#define ASSAY_RL_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_RL_EXPORT
#endif

enum {
  ASSAY_RL_OK = 0,
  ASSAY_RL_INVALID_ARGUMENT = 1, /* the message names the array or field */
  ASSAY_RL_UNKNOWN_PRESET = 2,
  ASSAY_RL_OUT_OF_MEMORY = 3,
  ASSAY_RL_INTERNAL = 4
};

/* What each field means stands in src/lab/rl/losses/recipe.h and docs/losses.md. */
typedef struct assay_rl_recipe {
  size_t size;       /* sizeof(assay_rl_recipe), of the caller */
  int32_t loss;      /* 0 reinforce, 1 clip, 2 cispo, 3 gspo, 4 icepop, 5 dppo */
  int32_t average;   /* 0 sample, 1 prompt, 2 token, 3 constant */
  int32_t normalise; /* 0 none, 1 prompt, 2 batch */
  int32_t centre, sample_deviation, drop_uniform, drop_truncated; /* 0 or 1 */
  double deviation_floor;
  int64_t penalty_most_tokens, penalty_last_tokens; /* both 0: no length penalty */
  int32_t penalty_only_correct;                     /* 0 or 1 */
  int32_t reserved;                                 /* 0 */
  double penalty_correct_from;
  double clip_low, clip_high;
  double dual_clip; /* 0: none */
  double ratio_least, ratio_most;
  double drop_below; /* 0: none */
  double moved_most, kl;
  int64_t most_tokens; /* of the constant average */
} assay_rl_recipe;

/* Arrays of `tokens` and of `rollouts` numbers. Null where said so. */
typedef struct assay_rl_batch {
  size_t size; /* sizeof(assay_rl_batch), of the caller */
  size_t tokens, rollouts;
  const float* logp_train;
  const float* logp_infer;
  const uint8_t* mask;
  const int64_t* ends;      /* of each rollout: the index behind its last token */
  const int64_t* groups;    /* of each rollout */
  const double* rewards;    /* of each rollout; null with advantages */
  const uint8_t* counted;   /* of each rollout; null: all have a verdict */
  const uint8_t* truncated; /* of each rollout; null: not known */
  const float* advantages;  /* of each token; null: of the rewards */
  const float* entropies;   /* of each token; null: not known */
} assay_rl_batch;

typedef struct assay_rl_health {
  size_t size; /* sizeof(assay_rl_health), of the caller */
  int64_t rollouts, tokens, masked_rollouts, groups, uniform_groups, dropped_rollouts;
  double clipped_share, ratio_least, ratio_most, mean_log_ratio, mismatch_kl, surprise;
  double entropy;           /* not a number: not known */
  double truncated;         /* the same */
  int32_t truncation_alarm; /* 0 none, 1 from 5 %, 2 from 10 % */
  int32_t reserved;
  double log_ratio_by_logp[10];
  int64_t tokens_by_logp[10];
} assay_rl_health;

ASSAY_RL_EXPORT uint32_t assay_rl_abi_version(void);
/* Null behind the last. */
ASSAY_RL_EXPORT const char* assay_rl_preset_name(size_t index);
ASSAY_RL_EXPORT const char* assay_rl_preset_source(size_t index);
/* `recipe->size` must be set. */
ASSAY_RL_EXPORT int assay_rl_preset(const char* name, assay_rl_recipe* recipe);
/* `coefficients`: `tokens` numbers. `health` and `message` may be null. */
ASSAY_RL_EXPORT int assay_rl_coefficients(const assay_rl_batch* batch,
                                          const assay_rl_recipe* recipe, float* coefficients,
                                          assay_rl_health* health, char* message,
                                          size_t message_bytes);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_RL_H_ */
