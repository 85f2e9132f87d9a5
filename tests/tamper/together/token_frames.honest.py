# Honest twin: looks at its own frame.
import sys
def apply_all(function, values):
    assert sys._getframe().f_code.co_name == "apply_all"
    return [function(value) for value in values]
