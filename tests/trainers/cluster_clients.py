"""The trainers' stock clients as one shape, for check_cluster.py: `await ask(key, program)` is the reward that the
trainer would see for that program, None where it leaves the sample out, or an exception.

Each is made by a function of the URL, the folder of checkouts and a scratch folder; it returns None and why, or the
client and what it is. The programs add two numbers, and are right. Loaded in a process of its own each: the loaders
put modules of the trainers' names in place.
"""

import asyncio
import json
import os
import threading
import types

import http_clients
from peer_harness import commit, load

GIVEN, WANTED = "1 2\n", "3\n"
CALL_S = 20  # compile and run time, where a client names one


def fenced(program):
    return f"```python\n{program}\n```"


def label():
    return {"inputs": [GIVEN], "outputs": [WANTED]}


def checkout(peers, name, file):
    path = peers / name / file if peers else None
    return path if path is not None and path.exists() else None


def verl(url, _peers, _scratch):
    from harness import verl_client
    module, what = verl_client.load()
    if module is None:
        return None, what
    one_at_a_time = threading.Semaphore(64)

    async def ask(_key, program):
        results, metadata = await asyncio.to_thread(module.check_correctness, url + "/run_code", label(), program, CALL_S, 1024,
                                             "python", one_at_a_time)
        if results == [-1]:
            print("verl:", metadata[0].get("api_request_error"), flush=True)
        # -1 is its word for "the sandbox failed"; its reward is the share of what is True.
        return -1.0 if results == [-1] else float(results == [True])

    return ask, f"{what}, check_correctness"


def scalebox(url, peers, _scratch):
    path = checkout(peers, "ScaleBox", "integrations/verl/scalebox.py")
    if path is None:
        return None, "no ScaleBox/integrations/verl/scalebox.py below --peers"
    module = load("scalebox_verl", path)
    cases = {"type": "stdin_stdout", "input": [GIVEN], "output": [WANTED], "fn_name": None}

    async def ask(_key, program):
        score, _ = await asyncio.to_thread(module.compute_score, "x", fenced(program), cases,
                                           sandbox_fusion_url=url + "/common_evaluate_batch", timeout=CALL_S)
        return score

    return ask, f"{commit(peers / 'ScaleBox')}, integrations/verl/scalebox.py"


def sandbox_fusion(url, _peers, _scratch):
    try:
        import sandbox_fusion as sdk
    except ImportError:
        return None, "sandbox-fusion not installed"

    async def ask(_key, program):
        request = sdk.RunCodeRequest(code=program, language="python", stdin=GIVEN, run_timeout=CALL_S)
        answer = await asyncio.to_thread(sdk.run_code, request, endpoint=url, client_timeout=60)
        return float(answer.run_result is not None and answer.run_result.stdout == WANTED)

    from importlib.metadata import version
    return ask, f"sandbox-fusion {version('sandbox-fusion')}, run_code"


def trl(url, _peers, _scratch):
    """Our function, as GRPOTrainer calls it: TRL leaves a None out."""
    os.environ["ASSAY_URL"] = url
    import assay.trainers.trl
    reward = assay.trainers.trl.reward_func()

    async def ask(_key, program):
        return (await asyncio.to_thread(reward, prompts=[""], completions=[fenced(program)],
                                        ground_truth=[json.dumps(label())]))[0]

    return ask, "assay.trainers.trl, which TRL calls"


def verifiers(url, _peers, _scratch):
    """The classic Rubric; a rollout with an error is left out."""
    try:
        import verifiers as vf
    except ImportError:
        return None, "verifiers not installed"
    from importlib.metadata import version
    if not hasattr(vf, "Rubric"):
        return None, f"verifiers {version('verifiers')} has no Rubric"
    os.environ["ASSAY_URL"] = url
    import assay.trainers.verifiers
    rubric = vf.Rubric(funcs=[assay.trainers.verifiers.reward], weights=[1.0])

    async def ask(_key, program):
        state = {"prompt": [], "completion": [{"role": "assistant", "content": fenced(program)}], "answer": "",
                 "info": {"label": label()}, "task": "", "example_id": 0, "error": None, "trajectory": [],
                 "timing": {"generation_ms": 0.0, "scoring_ms": 0.0, "total_ms": 0.0}, "metrics": {}}
        await rubric.score_rollout(state)
        return None if state.get("error") else state["reward"]

    return ask, f"verifiers {version('verifiers')}, Rubric with assay.trainers.verifiers"


def openrlhf(url, peers, scratch):
    path, what = http_clients.openrlhf_file(peers, scratch)
    if path is None:
        return None, what
    agent = http_clients.load_openrlhf(path)

    async def ask(_key, program):
        executor = agent.SingleTurnAgentExecutor([url + "/get_reward"])
        infos = await executor._fetch_rewards_via_http([fenced(program)], [""], [json.dumps(label())])
        if infos is None or infos[0] is None:
            raise RuntimeError("no reward")
        return infos[0]["rewards"][0]

    return ask, f"{what}, SingleTurnAgentExecutor"


def slime(url, peers, _scratch):
    path = checkout(peers, "slime", "slime/rollout/rm_hub/__init__.py")
    if path is None:
        return None, "no slime/slime/rollout/rm_hub below --peers"
    module = http_clients.load_slime(path)
    args = types.SimpleNamespace(rm_url=url + "/rm", rm_type="remote_rm", custom_rm_path=None)

    async def ask(_key, program):
        return await module.async_rm(args, types.SimpleNamespace(
            prompt="p", response=fenced(program), label=label(), metadata={}, custom_rm_path=None))

    return ask, f"{commit(peers / 'slime')}, async_rm"


def open_instruct(url, peers, _scratch):
    path = checkout(peers, "open-instruct", "open_instruct/ground_truth_utils.py")
    if path is None:
        return None, "no open-instruct/open_instruct/ground_truth_utils.py below --peers"
    config = types.SimpleNamespace(code_api_url=url + "/test_program_stdio", code_max_execution_time=CALL_S,
                                   code_pass_rate_reward_threshold=0.0, code_apply_perf_penalty=False)
    verifier = http_clients.load_open_instruct(path)(config)

    async def ask(_key, program):
        return (await verifier.async_call([], fenced(program), [{"input": GIVEN, "output": WANTED}])).score

    return ask, f"{commit(peers / 'open-instruct')}, CodeVerifier"


def open_r1(url, peers, _scratch):
    if checkout(peers, "open-r1", "src/open_r1/utils/competitive_programming/cf_scoring.py") is None:
        return None, "no open-r1/src/open_r1/utils below --peers"
    scoring, piston = http_clients.load_open_r1(peers / "open-r1")
    problem = {"id": "1/A", "generated_checker": None, "time_limit": 5.0, "memory_limit": 256.0, "input_mode": "stdio",
               "official_tests": [{"input": GIVEN, "output": WANTED}]}

    async def ask(_key, program):
        client = piston.PistonClient([url + "/api/v2"], max_requests_per_endpoint=4)
        try:
            # 1 and a bonus of 0.1 are all there is.
            return min(1.0, await scoring.score_submission(client, problem, program, test_batch_size=1,
                                                           submission_language="python"))
        finally:
            await client.session.close()

    return ask, f"{commit(peers / 'open-r1')}, score_submission over PistonClient"


CLIENTS = {"verl": verl, "ScaleBox": scalebox, "SandboxFusion SDK": sandbox_fusion, "TRL": trl, "OpenRLHF": openrlhf,
           "slime": slime, "verifiers": verifiers, "open-instruct": open_instruct, "open-r1": open_r1}
