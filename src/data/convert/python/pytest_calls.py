
# ---- what pytest would do with the tests above ----
def _assay_cases(test):
    cases = [{}]
    for mark in getattr(test, "pytestmark", []):
        if mark.name != "parametrize":
            continue
        names, rows = mark.args[0], mark.args[1]
        if isinstance(names, str):
            names = [name.strip() for name in names.split(",") if name.strip()]
        more = []
        for case in cases:
            for row in rows:
                values = row.values if type(row).__name__ == "ParameterSet" else row
                if type(row).__name__ != "ParameterSet" and len(names) == 1:
                    values = (row,)
                more.append({**case, **{names[i]: values[i] for i in range(len(names))}})
        cases = more
    return cases


