# SPDX-License-Identifier: MIT
"""Prints docs/python_api.md from signatures and docstrings: python3 python/tools/reference.py > docs/python_api.md"""

import inspect

import sotto
from sotto import estimators

HEAD = """\
# The Python package, name by name

`python3 python/tools/reference.py` makes this page from signatures and docstrings; a test compares the two. [python.md](python.md) is the
way in.
"""


def signature(thing) -> str:
    """One line where it fits, otherwise a parameter a line."""
    made = inspect.signature(thing)
    parameters = [p for p in made.parameters.values() if p.name != "self"]
    shown, keyword_only = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            shown.append("*")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        stars = {parameter.VAR_KEYWORD: "**", parameter.VAR_POSITIONAL: "*"}.get(parameter.kind, "")
        shown.append(f"{stars}{parameter.name}{default}")
    one_line = f"{thing.__name__}({', '.join(shown)})"
    return one_line if len(one_line) <= 110 else f"{thing.__name__}(\n    " + ",\n    ".join(shown) + ",\n)"


def docstring(thing) -> str:
    return inspect.getdoc(thing) or ""


def members(of: type):
    """What a class itself and those of ours that it is made of have, in their order."""
    seen = {}
    for base in of.__mro__:
        if not base.__module__.startswith("sotto"):
            continue
        for name, value in vars(base).items():
            value = getattr(value, "func", value)  # a cached property
            if not name.startswith("_") and name not in seen and (callable(value) or isinstance(value, property)):
                seen[name] = value
    return seen


def entry(module: str, name: str, thing) -> str:
    is_plain = isinstance(thing, type) and (issubclass(thing, tuple) or not module.endswith("estimators"))
    head = name if is_plain else signature(thing)
    lines = [f"## {module}.{name}", "", "```python", head, "```", "", "```text", docstring(thing), "```", ""]
    if isinstance(thing, type):
        for member, value in members(thing).items():
            said = docstring(value).partition("\n")[0]
            if not said.startswith("Alias for field"):
                lines.append(f"- `{member}`" + (f": {said}" if said else ""))
    return "\n".join(lines).rstrip() + "\n"


def page() -> str:
    names = [("sotto", name, getattr(sotto, name)) for name in sotto.__all__]
    names += [("sotto.estimators", name, getattr(estimators, name)) for name in estimators.__all__]
    functions = [one for one in names if not isinstance(one[2], type)]
    classes = [one for one in names if isinstance(one[2], type)]
    return HEAD + "\n" + "\n".join(entry(*one) for one in functions + classes)


if __name__ == "__main__":
    print(page(), end="")
