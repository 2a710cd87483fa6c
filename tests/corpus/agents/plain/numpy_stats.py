import numpy as np


def run(numbers: list[float]):
    arr = np.array(numbers)
    return {"mean": arr.mean(), "std": np.std(arr), "max": arr.max()}


if __name__ == "__main__":
    data = [3.5, 4.5, 10]
    print(run(data))
