from functools import lru_cache


@lru_cache(maxsize=None)
def fib(n: int) -> int:
    """The n-th Fibonacci number."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


if __name__ == "__main__":
    for i in range(10):
        print(fib(i))
