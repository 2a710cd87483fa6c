import type { CallExpression, Expression, NewExpression, SpreadElement } from "acorn";
import { Callable, callValue } from "../values/callable.ts";
import { toEntries } from "../values/conversions.ts";
import { callMember, readMember } from "../values/members.ts";
import { evaluateMemberName } from "./assignments.ts";
import type { ScopeFrame } from "./frame.ts";
import type { Interpreter } from "./interpreter.ts";

/** Marks an optional chain that ended early. */
export const BROKEN_CHAIN = Symbol("broken chain");

/** Evaluates the arguments of a call, including spread arguments. */
export function evaluateArguments(
  nodes: readonly (Expression | SpreadElement | null)[],
  frame: ScopeFrame,
  interpreter: Interpreter,
): unknown[] {
  const values: unknown[] = [];
  for (const node of nodes) {
    if (node?.type === "SpreadElement") {
      const entries = toEntries(frame.run, interpreter.evaluate(node.argument, frame));
      frame.run.entries(values.length + entries.length);
      for (const entry of entries) values.push(entry);
    } else values.push(node ? interpreter.evaluate(node, frame) : undefined);
  }
  return values;
}

/** Evaluates `callee(...)`, `object.name(...)`, and `$if(...)`, which evaluates only one of its values. */
export function evaluateCall(node: CallExpression, frame: ScopeFrame, interpreter: Interpreter): unknown {
  const callee = unwrapChain(node.callee);
  if (callee.type === "MemberExpression" && callee.object.type !== "Super") {
    const object = interpreter.evaluate(callee.object, frame);
    if (object === BROKEN_CHAIN || (callee.optional && isNothing(object))) return BROKEN_CHAIN;
    const name = evaluateMemberName(callee, frame, interpreter);
    if (node.optional && isNothing(readMember(frame.run, object, name))) return BROKEN_CHAIN;
    return callMember(frame.run, object, name, evaluateArguments(node.arguments, frame, interpreter));
  }
  if (callee.type === "Identifier" && callee.name === "$if" && !frame.find("$if"))
    return evaluateBranch(node.arguments, frame, interpreter);
  const target = callee.type === "Super" ? undefined : interpreter.evaluate(callee, frame);
  if (target === BROKEN_CHAIN || (node.optional && isNothing(target))) return BROKEN_CHAIN;
  const title = callee.type === "Identifier" ? callee.name : "value";
  return callValue(frame.run, target, evaluateArguments(node.arguments, frame, interpreter), title);
}

/** Returns the callee without parentheses: `(object.name)(...)` is called like `object.name(...)`. */
function unwrapChain(node: CallExpression["callee"]): CallExpression["callee"] {
  return node.type === "ParenthesizedExpression" ? unwrapChain(node.expression) : node;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function evaluateBranch(
  nodes: CallExpression["arguments"],
  frame: ScopeFrame,
  interpreter: Interpreter,
): unknown {
  const [condition, then, otherwise] = nodes;
  if (!condition || !then || nodes.some((node) => node.type === "SpreadElement"))
    throw new TypeError("$if() needs a condition, a value and another value");
  const branch = interpreter.evaluate(condition as Expression, frame) ? then : otherwise;
  return branch ? interpreter.evaluate(branch as Expression, frame) : false;
}

/** Evaluates `new Name(...)`. */
export function evaluateNew(node: NewExpression, frame: ScopeFrame, interpreter: Interpreter): unknown {
  const target = interpreter.evaluate(node.callee, frame);
  const args = evaluateArguments(node.arguments, frame, interpreter);
  if (!(target instanceof Callable) || !target.kind.construct)
    throw new TypeError("this is not a constructor");
  frame.run.spend(1);
  return target.kind.construct(frame.run, args);
}
