import base64
import io

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def run(values: list[float]) -> str:
    """Draws a chart and returns it as base64 PNG."""
    fig, ax = plt.subplots()
    ax.plot(values)
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png")
    plt.close(fig)
    return base64.b64encode(buffer.getvalue()).decode()
