"""verl's own client for SandboxFusion, unmodified, from verl's wheel, without the rest of verl."""

import importlib.util
import subprocess
import sys
import types
import zipfile

from .server import REPOSITORY

VERL = "verl==0.9.1"
FOLDER = "verl/utils/reward_score/sandbox_fusion"


def load():
    """The module verl.utils.reward_score.sandbox_fusion, or None and why: the wheel is downloaded once into build/."""
    wheels = REPOSITORY / "build" / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    if not list(wheels.glob("verl-*.whl")):
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", wheels, VERL],
            capture_output=True, text=True)
        assert "No module named pip" not in done.stderr, done.stderr
        if done.returncode != 0:
            return None, f"{VERL} cannot be downloaded: {done.stderr.strip()[-300:]}"
    sources = wheels / "verl-client"
    with zipfile.ZipFile(next(wheels.glob("verl-*.whl"))) as wheel:
        for name in ("__init__.py", "utils.py"):
            wheel.extract(f"{FOLDER}/{name}", sources)
    # verl's own package pulls in the whole trainer; the client needs none of it.
    parent = ""
    for part in ("verl", "utils", "reward_score"):
        parent = f"{parent}.{part}".lstrip(".")
        package = types.ModuleType(parent)
        package.__path__ = []
        sys.modules[parent] = package
    name = FOLDER.replace("/", ".")
    spec = importlib.util.spec_from_file_location(
        name, sources / FOLDER / "__init__.py", submodule_search_locations=[str(sources / FOLDER)])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module, VERL
