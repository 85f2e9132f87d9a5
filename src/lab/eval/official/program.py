# One program with its tests in one text, run in this process under a timer: HumanEval, MBPP and
# CRUXEval. It passes when it runs to its end without an exception, SystemExit included.


def _run_program():
    _disable(0, False)
    try:
        space = {}
        with _silence():
            with _time_limit(_TASK["seconds"]):
                exec(_TASK["program"], space)
    except _TimeIsUp:
        return "fail", "timed out"
    except BaseException as error:
        try:
            text = str(error)
        except BaseException:
            text = "?"
        return "fail", type(error).__name__ + ": " + text[:300]
    return "pass", ""


_say(*_run_program())
