"""Whether a server grades a task of tests/swe/repositories as it must: its reference is resolved, no wrong patch is,
and nothing is put down to the environment."""

import json
import pathlib
import shutil

# Beyond a command's own time.
PATIENCE_S = 1800
LIMITS = {"setup_time_s": 600, "time_s": 600, "memory_mb": 2048}
# What a language's commands need; where it is on this machine may be no folder that sandboxes look in.
TOOLS = {"python": "pytest", "cpp": "cmake", "go": "go", "rust": "cargo", "java": "ant", "javascript": "mocha"}
USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def why_not(task):
    """A reason why a task can't be run on this machine, or None."""
    tool = TOOLS.get(task.language)
    return f"{tool} isn't here" if tool and not shutil.which(tool) else None


def environment(task):
    tool = TOOLS.get(task.language)
    if not tool or shutil.which(tool, path=USUAL_PATH):
        return {}
    return {"PATH": f"{pathlib.Path(shutil.which(tool)).parent}:{USUAL_PATH}"}


def grade(server, task, patches, **more):
    """The results of (name, patch) pairs, in their order."""
    body = task.body(limits=LIMITS, include_log_bytes=4000, include_tests=True, **more,
                     submissions=[{"id": name, "patch": patch} for name, patch in patches])
    body["task"]["env"] = {**environment(task), **body["task"].get("env", {})}
    reply = server.post("/v1/verify", body, timeout_s=PATIENCE_S)
    assert reply.status == 200, reply.body
    return reply.json()["results"]


def faults(server, task):
    """What is wrong with the verdicts on a task, a text each; empty: nothing."""
    patches = [("reference", task.reference), ("nothing", "")]
    patches += [(name, task.patch(name)) for name in task.wrong]
    wrong = []
    for result in grade(server, task, patches):
        wanted = "AC" if result["id"] == "reference" else "WA"
        if result["verdict"] != wanted or result["masked"]:
            graded = result.get("swe", {})
            wrong.append(f"{task.id}/{result['id']}: {result['verdict']}, not {wanted}: {result['message']}\n"
                         f"{json.dumps(graded.get('reasons', []))[:2000]}\n{graded.get('log', '')}")
    return wrong
