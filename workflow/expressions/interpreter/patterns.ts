import type { AssignmentProperty, ObjectPattern, Pattern } from "acorn";
import { toEntries, toText } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { readMember } from "../values/members.ts";
import { define } from "../values/to-json.ts";
import { assignMember } from "./assignments.ts";
import type { ScopeFrame } from "./frame.ts";
import type { Binding, Interpreter } from "./interpreter.ts";

/** Binds the names of a pattern to the parts of a value. */
export function bindPattern(
  pattern: Pattern,
  value: unknown,
  frame: ScopeFrame,
  how: Binding,
  interpreter: Interpreter,
): void {
  switch (pattern.type) {
    case "Identifier":
      if (how === "assign") frame.assign(pattern.name, value);
      else if (how === "var") frame.declareForFunction(pattern.name, value);
      else frame.declare(pattern.name, value, how === "const");
      return;
    case "MemberExpression":
      assignMember(pattern, value, frame, interpreter);
      return;
    case "AssignmentPattern": {
      const assigned = value === undefined ? interpreter.evaluate(pattern.right, frame) : value;
      interpreter.bind(pattern.left, assigned, frame, how);
      return;
    }
    case "ArrayPattern": {
      const entries = toEntries(frame.run, value);
      for (const [index, element] of pattern.elements.entries()) {
        if (element?.type === "RestElement")
          interpreter.bind(element.argument, frame.run.own(entries.slice(index)), frame, how);
        else if (element) interpreter.bind(element, entries[index], frame, how);
      }
      return;
    }
    case "ObjectPattern":
      bindObject(pattern, value, frame, how, interpreter);
      return;
    case "RestElement":
      interpreter.bind(pattern.argument, value, frame, how);
  }
}

function bindObject(
  pattern: ObjectPattern,
  value: unknown,
  frame: ScopeFrame,
  how: Binding,
  interpreter: Interpreter,
): void {
  if (value === undefined || value === null)
    throw new TypeError(`Cannot destructure '${value}' as it is ${value}.`);
  const taken = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      interpreter.bind(property.argument, frame.run.own(copyOtherFields(value, taken)), frame, how);
      continue;
    }
    const name = evaluatePropertyName(property, frame, interpreter);
    taken.add(name);
    interpreter.bind(property.value, readMember(frame.run, value, name), frame, how);
  }
}

function evaluatePropertyName(
  property: AssignmentProperty,
  frame: ScopeFrame,
  interpreter: Interpreter,
): string {
  if (!property.computed && property.key.type === "Identifier") return property.key.name;
  return toText(frame.run, interpreter.evaluate(property.key, frame));
}

function copyOtherFields(value: unknown, taken: ReadonlySet<string>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const [name, entry] of isPlain(value) ? Object.entries(value) : [])
    if (!taken.has(name)) define(rest, name, entry);
  return rest;
}
