#!/usr/bin/env python3
"""A training loop of one's own on a processor: problems from `assay curriculum`, verdicts from `assay serve`, the loss of a
paper from `assay.losses`; nothing of a trainer beside torch.

    pip install torch && pip install ./clients/python
    python clients/python/examples/rl_loop.py [--steps 60] [--recipe scalerl] [--lag 1] [--url http://HOST:8080]

The policy is a table of a few thousand weights whose words are whole answers, so that chance is right once in forty and
learning shows within a minute. Rollouts are written by weights that lie --lag steps behind, as those of an asynchronous
trainer are; the recipe's ratios correct for that. Without --url a server is started.
"""
import argparse
import collections
import contextlib
import copy
import json
import pathlib
import re
import subprocess
import tempfile

import torch

import assay
from assay._find import find_binary

ANSWERS = [f"```python\nprint({number})\n```" for number in range(20)] + [f"\\boxed{{{number}}}" for number in range(20)]
QUESTIONS = [f"{kind}:{a}+{b}" for kind in ("code", "math") for a in range(4) for b in range(4)]
PLAN = """
name: example
stages:
- name: all
  groups: 16
  rollouts: 16
  temperature: 1.0
  response_tokens: 1
  uniform: drop
"""


@contextlib.contextmanager
def curriculum(folder):
    """A service with the questions as its problems; in a real run it is started beside the trainer."""
    (folder / "plan.yaml").write_text(PLAN)
    rows = [json.dumps({"id": question, "domain": question.partition(":")[0]}) for question in QUESTIONS]
    (folder / "problems.jsonl").write_text("\n".join(rows) + "\n")
    process = subprocess.Popen(
        [str(find_binary()), "curriculum", str(folder / "plan.yaml"), "--problems", str(folder / "problems.jsonl"),
         "--folder", str(folder / "curriculum"), "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stderr:
            if found := re.search(r"listening on (http://\S+?);", line):
                yield assay.Curriculum(found[1])
                return
        raise SystemExit(f"rl_loop: the curriculum didn't begin: exit code {process.wait()}")
    finally:
        process.terminate()
        process.wait()


def rewards_of(client, questions, answers):
    """By Assay; None where there is no verdict: such a rollout has no part in anything."""
    rewards = [None] * len(questions)
    rights = [sum(map(int, question.partition(":")[2].split("+"))) for question in questions]
    code = [i for i, question in enumerate(questions) if question.startswith("code")]
    problems = [{"tests": [{"input": "", "expected": f"{rights[i]}\n"}]} for i in code]
    items = [assay.Submission(problem=problem, response=answers[i], language="python")
             for i, problem in zip(code, problems)]
    for i, score in zip(code, client.scores(items, on_failure="mask")):
        rewards[i] = score
    math = [i for i, question in enumerate(questions) if question.startswith("math")]
    for result in client.math_many([(str(rights[i]), answers[i]) for i in math], on_failure="mask"):
        rewards[math[result.index]] = result.score
    return rewards


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--recipe", default="scalerl", help="any of assay.losses.presets()")
    parser.add_argument("--lag", type=int, default=1, help="steps that the writing weights lie behind")
    parser.add_argument("--url", help="of a running server")
    options = parser.parse_args()
    torch.manual_seed(0)
    recipe = assay.losses.recipe(options.recipe)
    policy = torch.nn.Sequential(torch.nn.Embedding(len(QUESTIONS), 64), torch.nn.Linear(64, len(ANSWERS)))
    optimizer = torch.optim.Adam(policy.parameters(), lr=2e-2)
    writers = collections.deque(maxlen=options.lag + 1)
    with contextlib.ExitStack() as stack:
        client = assay.Client(options.url) if options.url else stack.enter_context(assay.serve())
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        problems = stack.enter_context(curriculum(folder))
        for step in range(1, options.steps + 1):
            writers.append(copy.deepcopy(policy))
            groups = problems.next().groups
            rows = torch.tensor([QUESTIONS.index(each.id) for each in groups for _ in range(each.rollouts)])
            numbers = torch.tensor([each.group for each in groups for _ in range(each.rollouts)])
            with torch.no_grad():
                written_logp = torch.log_softmax(writers[0](rows), dim=-1)
                words = torch.multinomial(written_logp.exp(), 1)
                logp_infer = written_logp.gather(1, words)[:, 0].contiguous()
            rewards = rewards_of(client, [QUESTIONS[row] for row in rows], [ANSWERS[word] for word in words[:, 0]])
            by_group = collections.defaultdict(list)
            for number, reward in zip(numbers.tolist(), rewards):
                by_group[number].append(reward)
            problems.report(by_group)
            # One token a rollout, so that each ends where the next begins.
            logp = torch.log_softmax(policy(rows), dim=-1).gather(1, words)[:, 0]
            result = assay.losses.coefficients(
                recipe, logp_train=logp.detach().numpy(), logp_infer=logp_infer.numpy(),
                mask=torch.ones(len(rows), dtype=torch.uint8).numpy(), ends=torch.arange(1, len(rows) + 1).numpy(),
                groups=numbers.numpy(), rewards=torch.tensor([each or 0.0 for each in rewards], dtype=torch.float64).numpy(),
                counted=torch.tensor([each is not None for each in rewards]).numpy())
            optimizer.zero_grad()
            (torch.as_tensor(result.coefficients) * logp).sum().backward()
            optimizer.step()
            if step == 1 or step % 10 == 0:
                counted = [each for each in rewards if each is not None]
                print(f"step {step:3}: reward {sum(counted) / max(1, len(counted)):.3f}, "
                      f"ratios to {result.health.ratio_most:.2f}, {result.health.masked_rollouts} masked", flush=True)


if __name__ == "__main__":
    main()
