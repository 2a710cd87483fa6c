import type { AssignmentExpression, MemberExpression, UnaryExpression, UpdateExpression } from "acorn";
import { ExpressionError } from "../expression-error.ts";
import { toNumber, toText } from "../values/conversions.ts";
import { refuseForbidden } from "../values/forbidden-names.ts";
import { isPlain } from "../values/kinds.ts";
import { readMember } from "../values/members.ts";
import type { ScopeFrame } from "./frame.ts";
import type { Interpreter } from "./interpreter.ts";
import { MAX_ENTRIES } from "./limits.ts";
import { OPERATORS } from "./operators.ts";

/** The target of an assignment, with functions that read and write its value. */
interface Place {
  read(): unknown;
  write(value: unknown): void;
}

/** Returns the name in `object.name` and `object[name]`. */
export function evaluateMemberName(
  node: MemberExpression,
  frame: ScopeFrame,
  interpreter: Interpreter,
): string {
  if (node.property.type === "PrivateIdentifier") throw new ExpressionError("private names cannot be used");
  if (!node.computed && node.property.type === "Identifier") return node.property.name;
  return toText(frame.run, interpreter.evaluate(node.property, frame));
}

function evaluatePlace(
  node: AssignmentExpression["left"] | UpdateExpression["argument"],
  frame: ScopeFrame,
  interpreter: Interpreter,
): Place {
  if (node.type === "Identifier")
    return {
      read: () => interpreter.evaluate(node, frame),
      write: (value) => frame.assign(node.name, value),
    };
  if (node.type !== "MemberExpression" || node.object.type === "Super")
    throw new ExpressionError("only variables and fields can be assigned to", node.start);
  const object = interpreter.evaluate(node.object, frame);
  const name = evaluateMemberName(node, frame, interpreter);
  return {
    read: () => readMember(frame.run, frame.run.current(object), name),
    write: (value) => writeMember(object, name, value, frame),
  };
}

function writeMember(object: unknown, name: string, value: unknown, frame: ScopeFrame): void {
  refuseForbidden(name);
  frame.run.spend(1);
  if (Array.isArray(object)) writeEntry(frame.run.writable(object), name, value, frame);
  else if (isPlain(object)) frame.run.writable(object)[name] = value;
  else if (object === undefined || object === null)
    throw new TypeError(`Cannot set properties of ${object} (setting '${name}')`);
  else
    throw new ExpressionError(`"${name}" cannot be assigned to: only plain objects and lists can be changed`);
}

function writeEntry(list: unknown[], name: string, value: unknown, frame: ScopeFrame): void {
  const index = Number(name);
  if (name === "length") {
    if (!(toNumber(frame.run, value) <= list.length))
      throw new ExpressionError("a list cannot be extended by setting its length");
    list.length = toNumber(frame.run, value);
  } else if (!Number.isInteger(index) || index < 0) {
    throw new ExpressionError(`"${name}" is not a valid list index`);
  } else {
    if (index >= MAX_ENTRIES) frame.run.entries(index);
    frame.run.spend(Math.max(0, index - list.length) / 16);
    list[index] = value;
  }
}

/** Assigns `object.name = value` within a destructuring pattern. */
export function assignMember(
  node: MemberExpression,
  value: unknown,
  frame: ScopeFrame,
  interpreter: Interpreter,
): void {
  evaluatePlace(node, frame, interpreter).write(value);
}

/** Evaluates `=`, `+=`, `??=` and all other assignment operators. */
export function assign(node: AssignmentExpression, frame: ScopeFrame, interpreter: Interpreter): unknown {
  if (node.operator === "=") {
    if (node.left.type !== "Identifier" && node.left.type !== "MemberExpression") {
      const value = interpreter.evaluate(node.right, frame);
      interpreter.bind(node.left, value, frame, "assign");
      return value;
    }
    const place = evaluatePlace(node.left, frame, interpreter);
    const value = interpreter.evaluate(node.right, frame);
    place.write(value);
    return value;
  }
  const place = evaluatePlace(node.left, frame, interpreter);
  const before = place.read();
  if (node.operator === "||=" || node.operator === "&&=" || node.operator === "??=") {
    const goesOn =
      node.operator === "??="
        ? before === null || before === undefined
        : Boolean(before) === (node.operator === "&&=");
    if (!goesOn) return before;
    const value = interpreter.evaluate(node.right, frame);
    place.write(value);
    return value;
  }
  const operator = OPERATORS[node.operator.slice(0, -1) as "+"];
  const value = operator(frame.run, before, interpreter.evaluate(node.right, frame));
  place.write(value);
  return value;
}

/** Evaluates `++` and `--`. */
export function update(node: UpdateExpression, frame: ScopeFrame, interpreter: Interpreter): number {
  const place = evaluatePlace(node.argument, frame, interpreter);
  const before = toNumber(frame.run, place.read());
  const after = node.operator === "++" ? before + 1 : before - 1;
  place.write(after);
  return node.prefix ? after : before;
}

/** Evaluates `delete object.name`. */
export function remove(node: UnaryExpression, frame: ScopeFrame, interpreter: Interpreter): boolean {
  const target = node.argument.type === "ChainExpression" ? node.argument.expression : node.argument;
  if (target.type !== "MemberExpression" || target.object.type === "Super")
    throw new ExpressionError("delete needs a field, as in delete item.name", node.start);
  const object = interpreter.evaluate(target.object, frame);
  const name = evaluateMemberName(target, frame, interpreter);
  refuseForbidden(name);
  if (isPlain(object) || Array.isArray(object))
    delete (frame.run.writable(object) as Record<string, unknown>)[name];
  return true;
}
