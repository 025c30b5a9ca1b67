"""The sliders and menus above a figure: read from short forms, walked from end to end."""

from typing import Any

import ipywidgets as widgets


class Controlled:
    """A figure with controls: ``fig.controls["slope"]``, or shorter ``fig.slope``, is a widget."""

    controls: dict[str, widgets.ValueWidget]

    def __getattr__(self, name):
        try:
            return self.__dict__["controls"][name]
        except KeyError:
            raise AttributeError(f"this figure has no control {name!r}") from None

    @property
    def values(self) -> dict[str, Any]:
        """The setting of every control."""
        return {name: control.value for name, control in self.controls.items()}


def as_controls(controls: dict[str, Any]) -> dict[str, widgets.ValueWidget]:
    """ipywidgets from widgets or from the short forms that ``interact`` takes.

    Raises:
        ValueError: there is none, or ipywidgets cannot read one of them.
    """
    if not controls:
        raise ValueError("controls is empty; give at least one, for example temperature=(0.1, 5.0)")
    made = {}
    for name, value in controls.items():
        try:
            control = widgets.interactive.widget_from_abbrev(value)
        except ValueError as error:
            raise ValueError(f"{name}={value!r}: {error}") from error
        if control is None or not hasattr(control, "value"):
            raise ValueError(f"{name}={value!r} is no control; give a widget, (low, high), a list")
        if not control.description:
            control.description = name.replace("_", " ")
        control.style.description_width = "initial"
        made[name] = control
    return made


def positions(control: widgets.ValueWidget, count: int) -> list[Any]:
    """`count` values of a control from first to last, fewer if it has fewer."""
    if hasattr(control, "_options_values"):
        values = list(control._options_values)
    elif isinstance(control, widgets.Checkbox | widgets.ToggleButton):
        values = [False, True]
    elif hasattr(control, "min") and hasattr(control, "max"):
        steps = round((control.max - control.min) / control.step)
        values = [control.min + n * control.step for n in range(steps + 1)]
        if isinstance(control, widgets.FloatLogSlider):
            values = [control.base**v for v in values]
    elif isinstance(control, widgets.Combobox):
        texts = list(control.options)
        values = texts if control.value in texts else [control.value, *texts]
    else:
        return [control.value]
    if len(values) <= count:
        return values
    return [values[round(n * (len(values) - 1) / (count - 1))] for n in range(count)]


def short(value: Any) -> str:
    """A control's value as a label says it: three digits of a number, yes or no, other things as
    they are."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def label(setting: dict[str, Any]) -> str:
    """ "temperature = 0.5, scaled = yes" for a dict of settings."""
    return ", ".join(f"{name.replace('_', ' ')} = {short(v)}" for name, v in setting.items())


def spec(name: str, control) -> dict[str, Any]:
    """A control as controls.js offers it: native, labelled, beside the picture.

    Raises:
        TypeError: a kind of control that controls.js has no native form for.
    """
    told = {"name": name, "label": control.description or name}
    if hasattr(control, "index") and isinstance(control.index, int | None):
        kind = "walk" if type(control).__name__ == "SelectionSlider" else "select"
        return told | {"kind": kind, "options": [str(x) for x in control._options_labels]}
    if isinstance(control.value, bool):
        return told | {"kind": "check"}
    if isinstance(control.value, str):  # a Combobox brings texts to pick from
        return told | {"kind": "text", "options": list(getattr(control, "options", ()))}
    if isinstance(control.value, int | float):
        if not hasattr(control, "min"):
            return told | {"kind": "number"}
        told |= {"kind": "range", "min": control.min, "max": control.max, "step": control.step}
        return told | ({"base": control.base} if hasattr(control, "base") else {})
    raise TypeError(
        f"{name} is a {type(control).__name__}; give a slider, a list, a bool or a text"
    )


def walked(name: str, control, found: list) -> dict[str, Any]:
    """What a page without a kernel offers: a control over the places of `found`, not its values."""
    form, value = spec(name, control), control.value
    same = [n for n, x in enumerate(found) if x is value or x == value]
    numbers = [value, *found] if not same else []
    if numbers and all(isinstance(x, int | float) for x in numbers):
        same = [min(range(len(found)), key=lambda n: abs(found[n] - value))]
    options = form.get("options", ())
    if len(options) != len(found) or form["kind"] == "text":
        options = [short(x) for x in found]
    kind = {"check": "check", "select": "select", "text": "select"}.get(form["kind"], "walk")
    told = {"name": name, "label": form["label"], "kind": kind}
    return told | {"options": options, "value": same[0] if same else 0}


def told(control) -> Any:
    """The setting of a control as controls.js reads it: a choice by its place in the list."""
    return control.index if hasattr(control, "index") else control.value


def hear(control, value: Any) -> None:
    """Set a control to what controls.js told."""
    setattr(control, "index" if hasattr(control, "index") else "value", value)
