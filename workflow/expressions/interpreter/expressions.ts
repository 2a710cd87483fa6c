import type { Expression, ObjectExpression, TemplateLiteral, UnaryExpression } from "acorn";
import { ExpressionError } from "../expression-error.ts";
import { getGlobal } from "../globals/index.ts";
import { toNumber, toText } from "../values/conversions.ts";
import { getFieldsToSpread } from "../values/fields.ts";
import { refuseForbidden } from "../values/forbidden-names.ts";
import { readMember } from "../values/members.ts";
import { define } from "../values/to-json.ts";
import { assign, evaluateMemberName, remove, update } from "./assignments.ts";
import { BROKEN_CHAIN, evaluateArguments, evaluateCall, evaluateNew } from "./calls.ts";
import type { ScopeFrame } from "./frame.ts";
import { makeFunction } from "./functions.ts";
import type { Interpreter } from "./interpreter.ts";
import { getTypeName, OPERATORS } from "./operators.ts";

type Handlers = {
  readonly [Type in Expression["type"]]?: (
    node: Extract<Expression, { type: Type }>,
    frame: ScopeFrame,
    interpreter: Interpreter,
  ) => unknown;
};

function readVariable(name: string, frame: ScopeFrame): unknown {
  const found = frame.find(name);
  return frame.run.current(found ? found.value : getGlobal(name, frame.run));
}

function evaluateObject(node: ObjectExpression, frame: ScopeFrame, interpreter: Interpreter): unknown {
  const result: Record<string, unknown> = {};
  for (const property of node.properties) {
    frame.run.spend(1);
    if (property.type === "SpreadElement") {
      const fields = getFieldsToSpread(frame.run, interpreter.evaluate(property.argument, frame));
      frame.run.entries(fields.length);
      for (const [name, value] of fields) define(result, name, value);
      continue;
    }
    const name =
      !property.computed && property.key.type === "Identifier"
        ? property.key.name
        : toText(frame.run, interpreter.evaluate(property.key, frame));
    refuseForbidden(name);
    result[name] = interpreter.evaluate(property.value, frame);
  }
  return frame.run.own(result);
}

function evaluateTemplate(node: TemplateLiteral, frame: ScopeFrame, interpreter: Interpreter): string {
  let text = node.quasis[0]?.value.cooked ?? "";
  for (const [index, expression] of node.expressions.entries()) {
    text += toText(frame.run, interpreter.evaluate(expression, frame));
    text += node.quasis[index + 1]?.value.cooked ?? "";
    frame.run.fits(text.length);
  }
  return text;
}

function evaluateUnary(node: UnaryExpression, frame: ScopeFrame, interpreter: Interpreter): unknown {
  if (node.operator === "delete") return remove(node, frame, interpreter);
  const value = interpreter.evaluate(node.argument, frame);
  switch (node.operator) {
    case "typeof":
      return getTypeName(value);
    case "!":
      return !value;
    case "-":
      return -toNumber(frame.run, value);
    case "+":
      return toNumber(frame.run, value);
    case "~":
      return ~toNumber(frame.run, value);
    default:
      return undefined;
  }
}

/** The handlers that evaluate each kind of expression. */
export const EXPRESSIONS: Handlers = {
  Identifier: (node, frame) => readVariable(node.name, frame),
  Literal: (node) => (node.regex ? new RegExp(node.regex.pattern, node.regex.flags) : node.value),
  TemplateLiteral: evaluateTemplate,
  ArrayExpression: (node, frame, interpreter) =>
    frame.run.own(evaluateArguments(node.elements, frame, interpreter)),
  ObjectExpression: evaluateObject,
  ArrowFunctionExpression: makeFunction,
  FunctionExpression: makeFunction,
  UnaryExpression: evaluateUnary,
  UpdateExpression: update,
  AssignmentExpression: assign,
  CallExpression: evaluateCall,
  NewExpression: evaluateNew,
  BinaryExpression: (node, frame, interpreter) => {
    if (node.left.type === "PrivateIdentifier") throw new ExpressionError("private names cannot be used");
    const left = interpreter.evaluate(node.left, frame);
    return OPERATORS[node.operator](frame.run, left, interpreter.evaluate(node.right, frame));
  },
  LogicalExpression: (node, frame, interpreter) => {
    const left = interpreter.evaluate(node.left, frame);
    if (node.operator === "??") return left ?? interpreter.evaluate(node.right, frame);
    if (node.operator === "||") return left || interpreter.evaluate(node.right, frame);
    return left && interpreter.evaluate(node.right, frame);
  },
  ConditionalExpression: (node, frame, interpreter) =>
    interpreter.evaluate(interpreter.evaluate(node.test, frame) ? node.consequent : node.alternate, frame),
  SequenceExpression: (node, frame, interpreter) => {
    let last: unknown;
    for (const expression of node.expressions) last = interpreter.evaluate(expression, frame);
    return last;
  },
  ParenthesizedExpression: (node, frame, interpreter) => interpreter.evaluate(node.expression, frame),
  MemberExpression: (node, frame, interpreter) => {
    if (node.object.type === "Super") throw new ExpressionError("super cannot be used");
    const evaluateObject = interpreter.evaluate(node.object, frame);
    if (
      evaluateObject === BROKEN_CHAIN ||
      (node.optional && (evaluateObject === null || evaluateObject === undefined))
    )
      return BROKEN_CHAIN;
    return readMember(frame.run, evaluateObject, evaluateMemberName(node, frame, interpreter));
  },
  ChainExpression: (node, frame, interpreter) => {
    const value = interpreter.evaluate(node.expression, frame);
    return value === BROKEN_CHAIN ? undefined : value;
  },
};
