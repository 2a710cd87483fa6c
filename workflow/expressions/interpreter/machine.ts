import type { Expression, Statement } from "acorn";
import { ExpressionError } from "../expression-error.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { ScopeFrame } from "./frame.ts";
import type { Completion, Interpreter } from "./interpreter.ts";
import { bindPattern } from "./patterns.ts";
import type { Run } from "./run.ts";
import { hoist, STATEMENTS } from "./statements.ts";

type ExpressionHandler = (node: Expression, frame: ScopeFrame, interpreter: Interpreter) => unknown;
type StatementHandler = (node: Statement, frame: ScopeFrame, interpreter: Interpreter) => Completion;

const MACHINE: Interpreter = {
  evaluate(node, frame) {
    frame.run.spend(1);
    const handler = EXPRESSIONS[node.type] as ExpressionHandler | undefined;
    if (!handler) throw new ExpressionError(`${node.type} cannot be used in an expression`, node.start);
    const value = handler(node, frame, MACHINE);
    if (typeof value === "function")
      throw new ExpressionError("it reaches a function of the server", node.start);
    return value;
  },
  execute(node, frame) {
    frame.run.spend(1);
    const handler = STATEMENTS[node.type] as StatementHandler | undefined;
    if (!handler) throw new ExpressionError(`${node.type} cannot be used in an expression`, node.start);
    return handler(node, frame, MACHINE);
  },
  block(body, frame) {
    hoist(body, frame, MACHINE);
    for (const statement of body) {
      const end = MACHINE.execute(statement, frame);
      if (end) return end;
    }
    return undefined;
  },
  bind(pattern, value, frame, how) {
    bindPattern(pattern, value, frame, how, MACHINE);
  },
};

/** Returns the value of an expression's syntax tree. */
export function interpret(expression: Expression, run: Run): unknown {
  return MACHINE.evaluate(expression, new ScopeFrame(run));
}
