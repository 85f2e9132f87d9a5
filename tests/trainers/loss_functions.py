"""The trainers' own losses and advantages, unmodified, each beside the recipe of assay.losses that is meant to be it.

A function of this file takes the ledger that compares, the dice, how many batches, and the folder of checkouts; it says what
ran. `_gradient` is autograd's word on a loss of theirs.
"""

import asyncio
import importlib.metadata
import logging
import os
import sys
import tempfile
import types

import numpy
import torch
from check_losses import LIMIT_FLOAT, WIDTH, Batch
from peer_harness import Anything, commit, load, stub_missing

import assay

NO_DUAL = 1e9  # a third clip that nothing reaches: verl can't do without one


def _doubles(array):
    return torch.tensor(array, dtype=torch.float64)


def _gradient(batch, loss_of):
    logp = _doubles(batch.train).requires_grad_()
    loss_of(logp).backward()
    return logp.grad.numpy()


def _recipe(loss, average, **changes):
    """Without what a preset would add."""
    return assay.losses.Recipe(loss=loss, average=average, **changes)


# ---- verl ----

VERL_AVERAGES = {"token-mean": ("token", 0), "seq-mean-token-mean": ("sample", 0), "seq-mean-token-sum": ("constant", 1),
                 "seq-mean-token-sum-norm": ("constant", WIDTH)}
# loss of verl: loss of ours, fields of verl's configuration, fields of ours; `low` and `high` are drawn
VERL_LOSSES = [
    ("vanilla", "clip", {"clip_ratio_c": NO_DUAL}, {}),
    ("vanilla", "clip", {"clip_ratio_c": 3.0}, {"dual_clip": 3.0}),
    ("gspo", "gspo", {}, {}),
    ("cispo", "cispo", {"clip_ratio_low": 1.0}, {}),
    ("dppo_tv", "dppo", {"clip_ratio_c": NO_DUAL}, {}),
    ("gpg", "reinforce", {}, {}),
]


def verl(ledger, dice, batches, _):
    import verl as package
    from verl.trainer.ppo import core_algos
    from verl.workers.config import ActorConfig

    version = package.__version__.strip()
    before_0_9 = tuple(int(part) for part in version.split(".")[:2]) < (0, 9)

    def advantages(batch, by_deviation):
        rewards = torch.zeros((batch.rollouts, WIDTH), dtype=torch.float64)
        rewards[:, -1] = _doubles(batch.rewards)
        return core_algos.compute_grpo_outcome_advantage(rewards, _doubles(batch.mask), batch.groups,
                                                         norm_adv_by_std_in_grpo=by_deviation)[0]

    for number in range(batches):
        batch = Batch(dice)
        by_deviation = number % 2 == 0
        normalise = "prompt" if by_deviation else "none"
        theirs = advantages(batch, by_deviation)
        plain = batch.ours(_recipe("reinforce", "constant", normalise=normalise, most_tokens=1)) * -batch.rollouts
        ledger.compare(f"compute_grpo_outcome_advantage {normalise}", theirs, plain)
        low, high = dice.choice([3e-4, 0.1, 0.2]), dice.choice([4e-4, 0.2, 0.28, 4.0])
        for name, loss, config, fields in VERL_LOSSES:
            if name not in core_algos.POLICY_LOSS_REGISTRY:
                continue
            settings = {"clip_ratio_low": low, "clip_ratio_high": high, **config}
            bounds = {"clip_low": low, "clip_high": high, "ratio_most": 1 + high}
            if name == "dppo_tv":  # one threshold here, two there
                settings["clip_ratio_low"] = settings["clip_ratio_high"] = moved = dice.choice([0.05, 0.2])
                bounds["moved_most"] = moved
            actor = ActorConfig(strategy="fsdp", rollout_n=1, ppo_micro_batch_size_per_gpu=1, clip_ratio=0.2, **settings)
            function = core_algos.get_policy_loss_fn(name)
            for mode, (average, most) in VERL_AVERAGES.items():
                got = _gradient(batch, lambda logp: function(
                    _doubles(batch.infer), logp, theirs, _doubles(batch.mask), mode, actor)[0])
                ours = batch.ours(_recipe(loss, average, normalise=normalise, most_tokens=most, **bounds, **fields))
                what = f"{name}{' dual' if 'dual_clip' in fields else ''}, {mode}"
                if before_0_9 and name == "gspo" and mode != "seq-mean-token-mean":
                    continue  # there it has that average, whatever it is told
                if before_0_9 and mode == "seq-mean-token-sum-norm" and name != "gspo":
                    what, ours = f"{what}: the sum over rollouts", ours.astype(float) * batch.rollouts
                ledger.compare(what, got, ours)
    _verl_differences(ledger, dice, core_algos, ActorConfig, advantages)
    return version


def _verl_differences(ledger, dice, core_algos, ActorConfig, advantages):
    for _ in range(20):
        batch = Batch(dice, alone=True)
        theirs = advantages(batch, True).numpy()
        ledger.compare("a group of one rollout: its reward, where ours is 0", theirs,
                       batch.mask * batch.rewards[:, None] / (1 + 1e-6))
        assert not batch.ours(_recipe("reinforce", "token")).any()
        batch = Batch(dice)
        # Its lower bound, which MiniMax-M1 doesn't have, lifts ratios below it; what is above is the same.
        actor = ActorConfig(strategy="fsdp", rollout_n=1, ppo_micro_batch_size_per_gpu=1, clip_ratio=0.2, clip_ratio_high=4.0)
        got = _gradient(batch, lambda logp: core_algos.get_policy_loss_fn("cispo")(
            _doubles(batch.infer), logp, advantages(batch, True), _doubles(batch.mask), "token-mean", actor)[0])
        ratio = numpy.exp(batch.train.astype(float) - batch.infer)
        ours = batch.ours(_recipe("cispo", "token", ratio_most=5)).astype(float)
        ledger.compare("cispo's lower bound by default: ratios below 0.8 count as 0.8", got,
                       ours * numpy.maximum(1, 0.8 / ratio))


# ---- TRL ----

TRL_LOSSES = [("grpo", "token", "clip", "sample"), ("bnpo", "token", "clip", "token"), ("dapo", "token", "clip", "token"),
              ("dr_grpo", "token", "clip", "constant"), ("cispo", "token", "cispo", "token"),
              ("grpo", "sequence", "gspo", "sample"), ("bnpo", "sequence", "gspo", "token"),
              ("dr_grpo", "sequence", "gspo", "constant")]
GROUP = 4


def trl(ledger, dice, batches, _):
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    logging.disable(logging.WARNING)  # it warns of each completion without a verdict
    with tempfile.TemporaryDirectory() as folder:
        trainer, rewards = _trl_trainer(folder)
        for number in range(batches):
            batch = Batch(dice)
            low, high = dice.choice([3e-4, 0.2]), dice.choice([4e-4, 0.2, 0.28])
            trainer.epsilon_low, trainer.max_completion_length = low, WIDTH
            theirs = -batch.ours(_recipe("reinforce", "constant", most_tokens=1)).astype(float) * batch.rollouts
            given = _doubles(theirs.sum(1) / numpy.maximum(batch.mask.sum(1), 1))
            for loss_type, level, loss, average in TRL_LOSSES:
                for delta in ((None, 2.0) if loss == "clip" else (None,)):
                    trainer.loss_type, trainer.importance_sampling_level, trainer.args.delta = loss_type, level, delta
                    trainer.epsilon_high = 5.0 if loss == "cispo" else high
                    got = _gradient(batch, lambda logp: _trl_loss(trainer, batch, given, logp))
                    ours = batch.ours(_recipe(loss, average, clip_low=low, clip_high=high, dual_clip=delta or 0, ratio_most=5,
                                              most_tokens=WIDTH), rewards=None, advantages=_of_tokens(given))
                    ledger.compare(f"{loss_type}, {level}{', delta' if delta else ''}", got, ours)
        _trl_advantages(ledger, dice, trainer, rewards)
        _trl_differences(ledger, dice, trainer)
    return importlib.metadata.version("trl")


def _of_tokens(given):
    return numpy.repeat(given.numpy().astype(numpy.float32), WIDTH)


def _trl_loss(trainer, batch, advantages, logp, mask=None):
    mask = _doubles(batch.mask if mask is None else mask)
    trainer._get_per_token_logps_and_entropies = lambda *_, **__: (logp, torch.zeros_like(logp), None)
    ids = torch.zeros(mask.shape, dtype=torch.long)
    # Our coefficients are of float32 advantages, so theirs are as well.
    return trainer._compute_loss(trainer.model, {
        "prompt_ids": ids[:, :1], "prompt_mask": ids[:, :1], "completion_ids": ids, "completion_mask": mask,
        "advantages": advantages.float().double(), "old_per_token_logps": _doubles(batch.infer),
        "num_items_in_batch": mask.sum()})


def _trl_trainer(folder):
    """A real trainer of a tiny random model, on whose own rollouts `rewards` stand."""
    from datasets import Dataset
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
    from trl import GRPOConfig, GRPOTrainer
    words = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.WordLevel(
        {"<pad>": 0, "<end>": 1, "a": 2}, unk_token="<pad>")), pad_token="<pad>", eos_token="<end>", padding_side="left")
    model = Qwen2ForCausalLM(Qwen2Config(vocab_size=3, hidden_size=8, intermediate_size=8, num_hidden_layers=1,
                                         num_attention_heads=1, num_key_value_heads=1, eos_token_id=1, pad_token_id=0))
    rewards = []
    trainer = GRPOTrainer(
        model=model, processing_class=words, reward_funcs=[lambda completions, **_: list(rewards)],
        train_dataset=Dataset.from_list([{"prompt": "a"}] * 8),
        args=GRPOConfig(output_dir=folder, per_device_train_batch_size=16, num_generations=GROUP, max_completion_length=2,
                        report_to=[], use_cpu=True, bf16=False, beta=0.0, gradient_checkpointing=False))
    trainer.current_gradient_accumulation_steps = 1
    trainer.model.train()
    return trainer, rewards


def _trl_advantages(ledger, dice, trainer, rewards):
    own = type(trainer)._get_per_token_logps_and_entropies
    trainer._get_per_token_logps_and_entropies = types.MethodType(own, trainer)
    trainer.max_completion_length = 2
    for number in range(24):
        scale = ("group", "batch", "none")[number % 3]
        trainer.scale_rewards = scale
        batch = Batch(dice, group=GROUP)
        while batch.rollouts != 16:
            batch = Batch(dice, group=GROUP)
        if number % 2:
            batch.counted[dice.integers(16)] = False
        rewards[:] = [float(reward) if counted else None for reward, counted in zip(batch.rewards, batch.counted)]
        got = trainer._generate_and_score_completions([{"prompt": "a"}] * 16)["advantages"].numpy()
        what = f"advantages, scale_rewards {scale}{', one without a verdict' if number % 2 else ''}"
        if scale == "batch":
            # Its deviation is that of the rewards; the papers', and ours, that of what is left when means are off.
            known = batch.rewards[batch.counted]
            ours = _of_rewards(batch, "none") / (known.std(ddof=1) + 1e-4)
            what += ": by the deviation of rewards"
        else:
            ours = _of_rewards(batch, {"group": "prompt", "none": "none"}[scale], deviation_floor=1e-4)
        ledger.compare(what, got, ours, LIMIT_FLOAT)


def _of_rewards(batch, normalise, **changes):
    """Our advantages: of a loss of a token each."""
    recipe = _recipe("reinforce", "constant", normalise=normalise, most_tokens=1, **changes)
    return -batch.ours(recipe)[:, 0].astype(float) * batch.counted.sum()


def _trl_differences(ledger, dice, trainer):
    """A rollout without a token, or without a verdict, counts in TRL's averages."""
    trainer.args.delta, trainer.importance_sampling_level, trainer.epsilon_low, trainer.epsilon_high = None, "token", 0.2, 0.2
    for _ in range(20):
        batch = Batch(dice)
        advantages = _doubles(batch.rewards)
        last = batch.rollouts - 1
        trainer.loss_type, batch.mask[last] = "grpo", False
        got = _gradient(batch, lambda logp: _trl_loss(trainer, batch, advantages, logp))
        ours = batch.ours(_recipe("clip", "sample"), rewards=None, advantages=_of_tokens(advantages)).astype(float)
        ledger.compare("grpo: a rollout without a token counts in the mean", got, ours * last / batch.rollouts)
        batch = Batch(dice)
        last = batch.rollouts - 1
        batch.counted[last] = False
        advantages = _doubles(numpy.where(batch.counted, batch.rewards, 0))
        trainer.loss_type = "dapo"
        got = _gradient(batch, lambda logp: _trl_loss(trainer, batch, advantages, logp))
        ours = batch.ours(_recipe("clip", "token"), rewards=None, advantages=_of_tokens(advantages)).astype(float)
        ledger.compare("dapo: tokens without a verdict count in the mean", got,
                       ours * batch.mask[:last].sum() / batch.mask.sum())


# ---- prime-rl ----

def prime_rl(ledger, dice, batches, peers):
    root = peers / "prime-rl"
    # Of its loss: checks of types and shapes, and its settings; of its algorithm: what brings rollouts.
    stub_missing("beartype", "jaxtyping", "verifiers", "verifiers.v1", "prime_rl", "prime_rl.configs",
                 "prime_rl.configs.trainer", "prime_rl.configs.algorithm", "prime_rl.utils", "prime_rl.utils.utils",
                 "prime_rl.orchestrator", "prime_rl.orchestrator.algo", "prime_rl.orchestrator.algo.base",
                 "prime_rl.orchestrator.algo.routing")
    _untyped()
    losses = load("prime_rl_loss", root / "src/prime_rl/trainer/rl/loss.py")
    sys.modules["prime_rl.orchestrator.algo.base"].iter_trainable_traces = lambda traces: [(None, each) for each in traces]
    sys.modules["prime_rl.orchestrator.algo.routing"].assign_advantages = lambda trace, to: setattr(trace, "advantage", to)
    grpo = load("prime_rl_grpo", root / "src/prime_rl/orchestrator/algo/grpo.py")

    def advantages(batch):
        traces = [types.SimpleNamespace(reward=reward) for reward in batch.rewards]
        for group in set(batch.groups):
            of_group = [trace for trace, its in zip(traces, batch.groups) if its == group]
            asyncio.run(grpo.GRPOAlgorithm.score_group(types.SimpleNamespace(length_penalty=None), of_group))
        return numpy.array([trace.advantage for trace in traces])

    for _ in range(batches):
        batch = Batch(dice)
        theirs = advantages(batch)
        ledger.compare("GRPOAlgorithm.score_group", theirs, _of_rewards(batch, "none"), LIMIT_FLOAT)
        moved, kl = dice.choice([0.05, 0.2]), dice.choice([0, 1e-3, 0.1])
        settings = types.SimpleNamespace(dppo_mask_low=moved, dppo_mask_high=moved, adv_tau=1.0, kl_tau=kl)
        given = theirs.astype(numpy.float32)

        def loss(logp):
            rows = [_doubles(numpy.repeat(each, WIDTH)) for each in given]
            return losses.compute_loss(
                list(logp), list(_doubles(batch.infer)), None, rows, list(torch.tensor(batch.mask)), None, None, None,
                lambda inputs: losses.default_loss_fn(inputs, settings), int(batch.mask.sum()), 1, 1)[0]
        ours = batch.ours(_recipe("dppo", "token", moved_most=moved, kl=kl), rewards=None,
                          advantages=numpy.repeat(given, WIDTH))
        ledger.compare("default_loss_fn by compute_loss", _gradient(batch, loss), ours)
    return commit(root)


def _untyped():
    """Annotations of shapes that say nothing, where jaxtyping isn't installed."""
    class Shape:
        def __class_getitem__(cls, _):
            return cls
    jaxtyping = sys.modules.get("jaxtyping")
    if isinstance(jaxtyping, Anything):
        jaxtyping.Bool = jaxtyping.Float = jaxtyping.Int = Shape
        jaxtyping.jaxtyped = lambda **_: lambda function: function
