# ---- values as more than text ----
#
# What a value says of itself by the methods that notebooks ask for, each looked up on its class, so
# that objects which answer to every name (mocks) aren't believed.
METHODS = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "application/pdf": "_repr_pdf_",
    "image/jpeg": "_repr_jpeg_",
    "text/latex": "_repr_latex_",
    "application/json": "_repr_json_",
    "application/javascript": "_repr_javascript_",
}
FIGURES_MODULE = "assay_figures"


def wire_form(kind, data):
    """Data as JSON can carry it; None: it can't."""
    if isinstance(data, (bytes, bytearray)):
        return base64.b64encode(data).decode()
    if isinstance(data, str):
        return data
    if kind.endswith("json"):
        try:
            return json.loads(json.dumps(data, allow_nan=False))
        except (TypeError, ValueError):
            return None
    return str(data)


def without_metadata(answer):
    return answer[0] if isinstance(answer, tuple) and len(answer) == 2 else answer


def asked(value, method):
    """What a method of it says; None when it has none, or it fails, which is shown."""
    found = getattr(type(value), method, None)
    if found is None or isinstance(value, type):
        return None
    try:
        return found(value)
    except NotImplementedError:
        return None
    except Exception:
        show_failure()
        return None


def show_failure():
    try:
        sys.stderr.write(traceback_text(*sys.exc_info()))
    except Exception:
        pass  # a program's own sys.stderr


def plain(value):
    try:
        return pretty(value)
    except Exception:
        show_failure()
        return None


def bundle(value):
    """{type: data} for a value."""
    data = {}
    text = plain(value)
    if text is not None:
        data["text/plain"] = text
    whole = asked(value, "_repr_mimebundle_") if hasattr(type(value), "_repr_mimebundle_") else None
    whole = without_metadata(whole)
    if isinstance(whole, dict):
        data.update(whole)
    for kind, method in METHODS.items():
        if kind not in data:
            answer = without_metadata(asked(value, method))
            if answer is not None:
                data[kind] = answer
    if is_figure(value) and "image/png" not in data:
        data["image/png"] = picture(value)
    data = {str(kind): wire_form(str(kind), item) for kind, item in data.items()}
    return {kind: item for kind, item in data.items() if item is not None}


def within_frame(data):
    if sum(len(item) if isinstance(item, str) else len(encoded(item))
           for item in data.values()) < FRAME_BYTES // 2:
        return data
    return {"text/plain": "<a value of more than %d MiB to show>" % (FRAME_BYTES >> 21)}


def is_figure(value):
    figures = sys.modules.get("matplotlib.figure")
    return figures is not None and isinstance(value, figures.Figure)


def picture(figure):
    buffer = io.BytesIO()
    try:
        figure.savefig(buffer, format="png", bbox_inches="tight")
    except Exception:
        show_failure()
        return None
    return buffer.getvalue()


def show_figures(*_, **__):
    """Those that are open, which are then closed: plt.show(), and the end of every cell."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None or not hasattr(plots, "get_fignums"):
        return
    try:
        for number in plots.get_fignums():
            display(plots.figure(number))
    finally:
        plots.close("all")


class Finder:
    """Modules of ours: where figures go, and IPython.display where there is no IPython."""

    def __init__(self):
        self.makers = {FIGURES_MODULE: fill_figures}

    def find_spec(self, name, path=None, target=None):
        if name not in self.makers:
            return None
        import importlib.machinery
        spec = importlib.machinery.ModuleSpec(name, self, is_package=name == "IPython")
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        self.makers[module.__name__](module)


def fill_figures(module):
    """A back end for matplotlib: draws without a window."""
    from matplotlib.backends import backend_agg
    from matplotlib.backend_bases import FigureManagerBase
    module.FigureCanvas = backend_agg.FigureCanvasAgg
    module.FigureManager = FigureManagerBase
    module.show = show_figures


class Shown:
    """Of IPython.display: data of a type."""
    kind = "text/plain"

    def __init__(self, data=None, url=None, filename=None, **options):
        if filename is not None or url is not None:
            with open(filename if filename is not None else url, "rb") as file:
                data = file.read()
        self.data = data

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = self.data
        if isinstance(data, bytes) and not self.kind.startswith("image/"):
            data = data.decode()
        return {self.kind: data}

    def __repr__(self):
        return "<IPython.core.display.%s object>" % type(self).__name__


def image(data=None, url=None, filename=None, format=None, **options):
    if isinstance(data, str) and filename is None:
        data, filename = None, data
    made = SHOWN["_Image"](data, url, filename)
    made.kind = "image/jpeg" if made.data[:2] == b"\xff\xd8" else "image/png"
    return made


SHOWN = {
    name: type(name.strip("_"), (Shown, ), {"kind": kind})
    for name, kind in {
        "HTML": "text/html", "Markdown": "text/markdown", "Latex": "text/latex",
        "Math": "text/latex", "SVG": "image/svg+xml", "JSON": "application/json",
        "Javascript": "application/javascript", "Pretty": "text/plain", "_Image": "image/png",
    }.items()
}


def fill_ipython_display(module):
    module.display = display
    module.clear_output = lambda wait=False: None
    module.Image = image
    for name, kind in SHOWN.items():
        if not name.startswith("_"):
            setattr(module, name, kind)


def install_finder():
    finder = Finder()
    import importlib.util
    if importlib.util.find_spec("IPython") is None:
        finder.makers["IPython"] = lambda module: None
        finder.makers["IPython.display"] = fill_ipython_display
    sys.meta_path.append(finder)
    os.environ.setdefault("MPLBACKEND", "module://" + FIGURES_MODULE)
