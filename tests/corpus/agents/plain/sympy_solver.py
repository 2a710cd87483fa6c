from sympy import solve, symbols, sympify


def solve_equation(equation: str) -> list:
    x = symbols("x")
    return [str(root) for root in solve(sympify(equation), x)]


print(solve_equation("x**2 - 1"))
