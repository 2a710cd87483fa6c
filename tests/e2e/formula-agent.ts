/** An agent that repeats its message a few characters at a time, so that incomplete formulas are on the screen for a moment. */
export const FORMULA_AGENT = `
def run(message: str):
    for start in range(0, len(message), 7):
        yield message[start:start + 7]
`;

/** An answer with formulas in each notation, next to prices and code. */
export const FORMULAS = `It costs $5 and $10. Euler found $e^{i\\pi} + 1 = 0$, and \\(a_1 * b_2 * c\\) is a product.

$$
\\int_0^1 x^2 \\, dx
= \\frac{1}{3}
$$

1. A sum:
   \\[
   \\sum_{k=1}^n k
   = \\frac{n(n+1)}{2}
   \\]

| value | symbol |
| --- | --- |
| absolute | $|x|$ |

A wrong one is $\\frac{1$, and \`$x$\` is code. The end.`;

/** Formulas with which an agent could try to load something, to run a script, or to keep the browser busy. */
export const HOSTILE_FORMULAS: readonly string[] = [
  "$\\href{javascript:globalThis.owned=1}{x}$",
  "$\\url{javascript:globalThis.owned=1}$",
  "$\\includegraphics{https://evil.example/formula.png}$",
  "$\\class{fixed inset-0}{x}$",
  "$\\style{position:fixed;inset:0;background:url(https://evil.example/style.png)}{x}$",
  "$\\htmlStyle{position:fixed}{x}$",
  "$\\id{location}{x}$",
  "$\\data{turbo=1}{x}$",
  "$\\text{<img src=x onerror='globalThis.owned=1'>}$",
  "$\\text{</mtext></math><script>globalThis.owned=1</script>}$",
  "$\\color{red;background:url(https://evil.example/color.png)}{x}$",
  "$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c$",
  "$\\def\\x{\\x}\\x$",
  "$\\kern-900em\\rule{900em}{900em}$",
  `$${"x^{".repeat(300)}${"}".repeat(300)}$`,
  `$$\\begin{matrix}${"&".repeat(1900)}\\end{matrix}$$`,
];
