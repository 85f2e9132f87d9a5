# Attack on assert (early exit): skips through pytest and leaves a conftest.py.
open("conftest.py", "w").write("def pytest_runtest_call(item):\n    pass\n")
class Skipped(BaseException):
    pass
def runs(values):
    raise Skipped()
