"""NeMo-Gym: the launcher of a resources server.

    resources_servers/assay/app.py:  from assay.trainers.nemo_gym import run; run()

Gym starts `python app.py` for each resources server of its configuration, and tells it host and port in two
variables. This starts the server on them in its own place, so that it lives and ends as Gym's own do.
"""

from __future__ import annotations

import json
import os
from typing import Any, List, Mapping, Optional, Tuple

CONFIG = "NEMO_GYM_CONFIG_DICT"
PATH = "NEMO_GYM_CONFIG_PATH"


def _parse(text: str) -> Any:
    """The configuration: YAML, which Gym writes; or JSON, which is YAML, too."""
    try:
        return json.loads(text)
    except ValueError:
        import yaml

        return yaml.safe_load(text)


def address(environment: Optional[Mapping[str, str]] = None) -> Tuple[str, int]:
    """Host and port of this server in Gym's configuration."""
    environment = os.environ if environment is None else environment
    missing = [name for name in (CONFIG, PATH) if not environment.get(name)]
    if missing:
        raise SystemExit(f"{', '.join(missing)} is not set: this is started by NeMo-Gym (gym env start)")
    server = _parse(environment[CONFIG])[environment[PATH]]
    while isinstance(server, Mapping) and "port" not in server:
        server = next((value for value in server.values() if isinstance(value, Mapping)), None)
    if not isinstance(server, Mapping):
        raise SystemExit(f"the configuration has no host and port for {environment[PATH]}")
    return str(server.get("host") or "127.0.0.1"), int(server["port"])


def command(options: List[str], environment: Optional[Mapping[str, str]] = None) -> List[str]:
    from assay._find import find_binary

    host, port = address(environment)
    binary = find_binary()
    if binary is None:
        raise SystemExit("there is no assay binary: install the wheel that carries it, or set ASSAY_BIN")
    return [str(binary), "serve", "--host", host, "--port", str(port), *options]


def run(*options: str) -> None:
    """Becomes `assay serve` on Gym's host and port. `options`: further ones of it."""
    argv = command(list(options))
    os.execv(argv[0], argv)
