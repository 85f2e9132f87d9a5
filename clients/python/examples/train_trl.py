#!/usr/bin/env python3
"""TRL's GRPOTrainer on a processor, with code and math rewards from Assay: a whole training in a minute.

    pip install trl torch transformers && pip install ./clients/python
    python clients/python/examples/train_trl.py [--steps 60] [--url http://HOST:8080]

The model is a random one of 40,000 weights whose words are whole answers ("print(3)" in a fence, "\\boxed{7}"), so
that chance is right once in forty and learning shows. Nothing is downloaded. Without --url a server is started.
"""
import argparse
import contextlib
import json
import os
import tempfile

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer

import assay
from assay.trainers.trl import reward_func

PROGRAMS = [f"```python\nprint({number})\n```" for number in range(20)]
ANSWERS = [f"\\boxed{{{number}}}" for number in range(20)]
QUESTIONS = [f"{kind}:{a}+{b}" for kind in ("code", "math") for a in range(4) for b in range(4)]


def tokenizer():
    words = ["<pad>", "<end>", "<unknown>", *QUESTIONS, *PROGRAMS, *ANSWERS]
    made = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unknown>"))
    made.pre_tokenizer = pre_tokenizers.Split("\0", "removed")
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="<end>",
                                   unk_token="<unknown>", padding_side="left")


def data():
    rows = []
    for question in QUESTIONS:
        kind, _, sum_ = question.partition(":")
        right = sum(map(int, sum_.split("+")))
        label = json.dumps({"inputs": [""], "outputs": [f"{right}\n"]}) if kind == "code" else str(right)
        rows.append({"prompt": question, "ground_truth": label})
    return Dataset.from_list(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--url", help="of a running server")
    options = parser.parse_args()
    torch.manual_seed(0)
    words = tokenizer()
    model = Qwen2ForCausalLM(Qwen2Config(
        vocab_size=len(words), hidden_size=64, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=2, tie_word_embeddings=False, bos_token_id=None, eos_token_id=words.eos_token_id,
        pad_token_id=words.pad_token_id))
    with contextlib.ExitStack() as stack:
        client = assay.Client(options.url) if options.url else stack.enter_context(assay.serve())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        trainer = GRPOTrainer(
            model=model, processing_class=words, reward_funcs=[reward_func(column="ground_truth", url=client.url)],
            train_dataset=data(),
            args=GRPOConfig(
                output_dir=folder, max_steps=options.steps, per_device_train_batch_size=128, num_generations=16,
                max_completion_length=1, learning_rate=1e-2, lr_scheduler_type="constant", logging_steps=5,
                report_to=[], use_cpu=True, save_strategy="no", bf16=False, beta=0.0, temperature=1.0))
        trainer.train()
    for row in trainer.state.log_history:
        if "reward" in row:
            print(f"step {row['step']:3}: reward {row['reward']:.3f}")


if __name__ == "__main__":
    main()
