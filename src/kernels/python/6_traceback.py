# ---- tracebacks ----
#
# In the words of IPython's Plain mode: no colours, a line of source for each frame, cells by their
# number. Frames of ours are left out, and so is the middle of a deep recursion.
import linecache
import traceback

MOST_FRAMES = 60  # shown of one exception; a deep recursion has thousands
CELL_FILE = "<cell %d>"
MOST_TRACEBACK = 256 << 10
MOST_CHAINED = 20
CAUSE = "\nThe above exception was the direct cause of the following exception:\n"
CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n"


def place_of(file, line, function):
    if file in cell_numbers:
        place = "Cell In[%d], line %d" % (cell_numbers[file], line)
    else:
        place = "File %s:%d" % (file, line)
    return place if function in ("<module>", "") else place + " in " + function


cell_numbers = {}  # file -> number of the cell


def frame_texts(trace):
    frames = [(frame, line) for frame, line in traceback.walk_tb(trace)
              if frame.f_code.co_filename != OUR_FILE]
    # What leads to the cell (an event loop) is ours, too.
    while any(frame.f_code.co_filename in cell_numbers for frame, _ in frames[1:]):
        if frames[0][0].f_code.co_filename in cell_numbers:
            break
        del frames[0]
    texts = []
    for frame, line in frames:
        code = frame.f_code
        linecache.lazycache(code.co_filename, frame.f_globals)
        text = "  " + place_of(code.co_filename, line, code.co_name)
        source = linecache.getline(code.co_filename, line).strip()
        if source:
            text += "\n    " + source
        texts.append(text + "\n")
    if len(texts) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        left = len(texts) - 2 * half
        texts = texts[:half] + ["  [... %d frames left out ...]\n" % left] + texts[-half:]
    return texts


def name_of(kind):
    return getattr(kind, "__name__", str(kind))


def value_of(value):
    try:
        return str(value)
    except Exception:
        return "<exception str() failed>"


def last_lines(kind, value):
    if not isinstance(value, SyntaxError) or not value.filename:
        text = value_of(value)
        lines = [name_of(kind) + (": " + text if text else "")]
    else:
        lines = []
        function = ""
        line = value.lineno or 0
        lines.append("  " + place_of(value.filename, line, function))
        source = linecache.getline(value.filename, line) or value.text or ""
        source = source.rstrip("\n")
        if source.strip():
            stripped = source.lstrip()
            lines.append("    " + stripped)
            if value.offset is not None:
                at = max(0, min(value.offset, len(source) + 1) - 1 - (len(source) - len(stripped)))
                lines.append("    " + " " * at + "^")
        lines.append("%s: %s" % (name_of(kind), value.msg))
    return lines + [str(note) for note in getattr(value, "__notes__", None) or []]


def own_text(kind, value, trace):
    """Of one exception, without what it came from."""
    frames = frame_texts(trace)
    if isinstance(value, SyntaxError) and not frames:
        return "\n".join(last_lines(kind, value))
    parts = ["Traceback (most recent call last):\n"] + frames
    if isinstance(value, getattr(builtins, "BaseExceptionGroup", ())):
        parts.append("".join(traceback.format_exception(kind, value, None)))
    else:
        parts.append("\n".join(last_lines(kind, value)) + "\n")
    return "\n".join(parts)


def traceback_text(kind, value, trace):
    texts = []
    seen = set()
    while value is not None and id(value) not in seen and len(seen) < MOST_CHAINED:
        seen.add(id(value))
        texts.append(own_text(type(value), value, trace))
        if value.__cause__ is not None:
            value, words = value.__cause__, CAUSE
        elif value.__context__ is not None and not value.__suppress_context__:
            value, words = value.__context__, CONTEXT
        else:
            break
        trace = value.__traceback__
        texts.append(words)
    text = "\n".join(reversed(texts))
    if len(text) > MOST_TRACEBACK:
        text = text[:MOST_TRACEBACK // 2] + "\n[...]\n" + text[-MOST_TRACEBACK // 2:]
    return text
