#!/usr/bin/env python3
"""The cells of cells.py in a real notebook kernel: what is written there must be what it shows.

    compare_ipython.py      run by an interpreter that has ipykernel and jupyter_client

Differences that are meant are in MEANT; any other is an error of cells.py, and so of ours.
"""
import sys
from typing import Any

from jupyter_client.manager import start_new_kernel

from cells import SESSIONS

# code of a cell -> why a notebook shows something else
MEANT = {
    "%%bash\necho from bash\n": "its kernel reads the output in a thread, which may come late",
}


def run(client: Any, code: str) -> dict[str, Any]:
    message = client.execute(code, allow_stdin=False)
    seen: dict[str, Any] = {"stdout": "", "stderr": "", "result": None, "html": None, "error": None,
                            "value": None, "displayed": [], "traceback": ""}
    while True:
        reply = client.get_iopub_msg(timeout=60)
        if reply["parent_header"].get("msg_id") != message:
            continue
        content = reply["content"]
        kind = reply["msg_type"]
        if kind == "status" and content["execution_state"] == "idle":
            return seen
        if kind == "stream":
            seen[content["name"]] += content["text"]
        elif kind == "execute_result":
            seen["result"] = content["data"].get("text/plain")
            seen["html"] = content["data"].get("text/html")
        elif kind == "display_data":
            seen["displayed"].append(content["data"].get("text/plain"))
        elif kind == "error":
            seen.update(error=content["ename"], value=content["evalue"],
                        traceback="\n".join(content["traceback"]))


def main() -> int:
    cells = differences = 0
    for name, session in SESSIONS.items():
        manager, client = start_new_kernel(kernel_name="python3")
        try:
            run(client, "%xmode Plain\n%colors NoColor")
            run(client, "get_ipython().execution_count = 1; get_ipython().reset(); None")
            for code, expected in session:
                seen = run(client, code)
                cells += 1
                wrong = [f"{part}: {seen[part]!r}, and {value!r} is expected"
                         for part, value in expected.items()
                         if part != "traceback" and seen[part] != value]
                wrong += [f"traceback without {line!r}: {seen['traceback']!r}"
                          for line in expected.get("traceback", []) if line not in seen["traceback"]]
                if wrong and code not in MEANT:
                    differences += 1
                    print(f"{name}: {code!r}\n  " + "\n  ".join(wrong))
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    print(f"{cells} cells, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
