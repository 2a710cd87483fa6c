import type { Expression, ObjectExpression, TemplateLiteral, UnaryExpression } from "acorn";
import { ExpressionError } from "../expression-error.ts";
import { globalValue } from "../globals/index.ts";
import { toNumber, toText } from "../values/conversions.ts";
import { fieldsToSpread } from "../values/fields.ts";
import { refuseForbidden } from "../values/forbidden-names.ts";
import { readMember } from "../values/members.ts";
import { define } from "../values/written-json.ts";
import { assign, memberName, remove, update } from "./assignments.ts";
import { BROKEN_CHAIN, call, construct, spread } from "./calls.ts";
import type { Frame } from "./frame.ts";
import { makeFunction } from "./functions.ts";
import type { Interpreter } from "./interpreter.ts";
import { OPERATORS, typeOf } from "./operators.ts";

type Handlers = {
  readonly [Type in Expression["type"]]?: (
    node: Extract<Expression, { type: Type }>,
    frame: Frame,
    interpreter: Interpreter,
  ) => unknown;
};

function variable(name: string, frame: Frame): unknown {
  const found = frame.find(name);
  return frame.run.current(found ? found.value : globalValue(name, frame.run));
}

function object(node: ObjectExpression, frame: Frame, interpreter: Interpreter): unknown {
  const made: Record<string, unknown> = {};
  for (const property of node.properties) {
    frame.run.spend(1);
    if (property.type === "SpreadElement") {
      const fields = fieldsToSpread(frame.run, interpreter.evaluate(property.argument, frame));
      frame.run.entries(fields.length);
      for (const [name, value] of fields) define(made, name, value);
      continue;
    }
    const name =
      !property.computed && property.key.type === "Identifier"
        ? property.key.name
        : toText(frame.run, interpreter.evaluate(property.key, frame));
    refuseForbidden(name);
    made[name] = interpreter.evaluate(property.value, frame);
  }
  return frame.run.own(made);
}

function template(node: TemplateLiteral, frame: Frame, interpreter: Interpreter): string {
  let text = node.quasis[0]?.value.cooked ?? "";
  for (const [index, expression] of node.expressions.entries()) {
    text += toText(frame.run, interpreter.evaluate(expression, frame));
    text += node.quasis[index + 1]?.value.cooked ?? "";
    frame.run.fits(text.length);
  }
  return text;
}

function unary(node: UnaryExpression, frame: Frame, interpreter: Interpreter): unknown {
  if (node.operator === "delete") return remove(node, frame, interpreter);
  const value = interpreter.evaluate(node.argument, frame);
  switch (node.operator) {
    case "typeof":
      return typeOf(value);
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

/** What each form of expression gives. */
export const EXPRESSIONS: Handlers = {
  Identifier: (node, frame) => variable(node.name, frame),
  Literal: (node) => (node.regex ? new RegExp(node.regex.pattern, node.regex.flags) : node.value),
  TemplateLiteral: template,
  ArrayExpression: (node, frame, interpreter) => frame.run.own(spread(node.elements, frame, interpreter)),
  ObjectExpression: object,
  ArrowFunctionExpression: makeFunction,
  FunctionExpression: makeFunction,
  UnaryExpression: unary,
  UpdateExpression: update,
  AssignmentExpression: assign,
  CallExpression: call,
  NewExpression: construct,
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
    const object = interpreter.evaluate(node.object, frame);
    if (object === BROKEN_CHAIN || (node.optional && (object === null || object === undefined)))
      return BROKEN_CHAIN;
    return readMember(frame.run, object, memberName(node, frame, interpreter));
  },
  ChainExpression: (node, frame, interpreter) => {
    const value = interpreter.evaluate(node.expression, frame);
    return value === BROKEN_CHAIN ? undefined : value;
  },
};
