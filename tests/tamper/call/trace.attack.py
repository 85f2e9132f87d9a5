# Attack on function_call (frame walking): installs a trace function that changes what frames return.
import sys
def tracer(frame, event, arg):
    if event == "return" and frame.f_code.co_name == "digit_sum":
        frame.f_locals["result"] = 6
    return tracer
sys.settrace(tracer)
sys.setprofile(lambda *a: None)
def digit_sum(n):
    result = 0
    return result
