"""The box of a card: its left edge says how it went, in the colours of the page around it."""

EDGES = {
    "passed": "var(--jp-success-color1, #2b7a3d)",
    "failed": "var(--jp-warn-color1, #b45309)",
    "not started": "var(--jp-border-color1, #8a8a8a)",
}
BOX = (
    "border:1px solid var(--jp-border-color2, rgba(128,128,128,.4));border-left:5px solid {edge};"
    "border-radius:4px;padding:8px 12px;margin:4px 0;max-width:52em;"
    "color:var(--jp-content-font-color1, inherit);"
    "font-family:var(--jp-content-font-family, inherit);"
    "font-size:var(--jp-content-font-size1, 14px);line-height:1.5"
)
