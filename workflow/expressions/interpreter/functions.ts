import type { ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from "acorn";
import { Callable } from "../values/callable.ts";
import { ScopeFrame } from "./frame.ts";
import type { Interpreter } from "./interpreter.ts";

/** Creates a function that the author has defined, which can use the variables around it. */
export function makeFunction(
  node: ArrowFunctionExpression | FunctionExpression | FunctionDeclaration,
  outer: ScopeFrame,
  interpreter: Interpreter,
): Callable {
  const callable = new Callable(node.id?.name ?? "", (run, args) => {
    const frame = new ScopeFrame(run, outer);
    if (node.type === "FunctionExpression" && node.id) frame.declare(node.id.name, callable);
    for (const [index, parameter] of node.params.entries()) {
      if (parameter.type === "RestElement")
        interpreter.bind(parameter.argument, run.own(args.slice(index)), frame, "let");
      else interpreter.bind(parameter, args[index], frame, "let");
    }
    if (node.body.type !== "BlockStatement") return interpreter.evaluate(node.body, frame);
    const end = interpreter.block(node.body.body, frame.createInner());
    return end?.kind === "return" ? end.value : undefined;
  });
  return callable;
}
