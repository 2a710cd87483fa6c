import type {
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Pattern,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
} from "acorn";
import { toEntries } from "../values/conversions.ts";
import { getFields } from "../values/fields.ts";
import type { ScopeFrame } from "./frame.ts";
import { makeFunction } from "./functions.ts";
import type { Binding, Completion, Interpreter } from "./interpreter.ts";
import { isFinal, Thrown, toThrownValue } from "./thrown.ts";

type Handlers = {
  readonly [Type in Statement["type"]]?: (
    node: Extract<Statement, { type: Type }>,
    frame: ScopeFrame,
    interpreter: Interpreter,
  ) => Completion;
};

/** Returns whether a loop ends after an iteration, and the completion to pass outward, if there is one. */
function endIteration(end: Completion, labels: readonly string[]): { over: boolean; end: Completion } {
  if (!end) return { over: false, end: undefined };
  const isOurs = end.kind !== "return" && (end.label === undefined || labels.includes(end.label));
  if (!isOurs) return { over: true, end };
  return { over: end.kind === "break", end: undefined };
}

function declare(node: VariableDeclaration, frame: ScopeFrame, interpreter: Interpreter): void {
  for (const { id, init } of node.declarations) {
    if (node.kind === "var" && !init) continue;
    interpreter.bind(id, init ? interpreter.evaluate(init, frame) : undefined, frame, findBinding(node));
  }
}

function findBinding(node: VariableDeclaration): Binding {
  return node.kind === "const" || node.kind === "var" ? node.kind : "let";
}

function runCountedLoop(
  node: ForStatement,
  frame: ScopeFrame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  let turn = frame.createInner();
  if (node.init?.type === "VariableDeclaration") declare(node.init, turn, interpreter);
  else if (node.init) interpreter.evaluate(node.init, turn);
  while (!node.test || interpreter.evaluate(node.test, turn)) {
    frame.run.spend(1);
    const after = endIteration(interpreter.execute(node.body, turn), labels);
    if (after.over) return after.end;
    turn = turn.copy();
    if (node.update) interpreter.evaluate(node.update, turn);
  }
  return undefined;
}

function runForOfLoop(
  entries: readonly unknown[],
  node: ForOfStatement | ForInStatement,
  frame: ScopeFrame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  for (const entry of entries) {
    frame.run.spend(1);
    const turn = frame.createInner();
    const isDeclared = node.left.type === "VariableDeclaration";
    const pattern = isDeclared
      ? (node.left as VariableDeclaration).declarations[0]?.id
      : (node.left as Pattern);
    const how = isDeclared ? findBinding(node.left as VariableDeclaration) : "assign";
    if (pattern) interpreter.bind(pattern, entry, turn, how);
    const after = endIteration(interpreter.execute(node.body, turn), labels);
    if (after.over) return after.end;
  }
  return undefined;
}

/** The number of steps to count for an error, because the host records the error's stack. */
const ERROR_COST = 100;

function runTry(node: TryStatement, frame: ScopeFrame, interpreter: Interpreter): Completion {
  const runFinally = () => node.finalizer && interpreter.block(node.finalizer.body, frame.createInner());
  let end: Completion;
  try {
    end = runHandler(node, frame, interpreter);
  } catch (error) {
    const last = isFinal(error) ? undefined : runFinally();
    // As in JavaScript, the completion of `finally` overrides a thrown error.
    if (last) return last;
    throw error;
  }
  return runFinally() ?? end;
}

function runHandler(node: TryStatement, frame: ScopeFrame, interpreter: Interpreter): Completion {
  try {
    return interpreter.block(node.block.body, frame.createInner());
  } catch (error) {
    if (!node.handler || isFinal(error)) throw error;
    frame.run.spend(ERROR_COST);
    const handler = frame.createInner();
    if (node.handler.param) interpreter.bind(node.handler.param, toThrownValue(error), handler, "let");
    return interpreter.block(node.handler.body.body, handler);
  }
}

function runSwitch(node: SwitchStatement, frame: ScopeFrame, interpreter: Interpreter): Completion {
  const value = interpreter.evaluate(node.discriminant, frame);
  const inner = frame.createInner();
  const found = node.cases.findIndex(({ test }) => test && interpreter.evaluate(test, inner) === value);
  const from = found === -1 ? node.cases.findIndex(({ test }) => !test) : found;
  for (const { consequent } of from === -1 ? [] : node.cases.slice(from)) {
    for (const statement of consequent) {
      const end = interpreter.execute(statement, inner);
      if (end?.kind === "break" && end.label === undefined) return undefined;
      if (end) return end;
    }
  }
  return undefined;
}

function runLoop(
  node: Statement,
  frame: ScopeFrame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  switch (node.type) {
    case "ForStatement":
      return runCountedLoop(node, frame, interpreter, labels);
    case "ForOfStatement":
      return runForOfLoop(
        toEntries(frame.run, interpreter.evaluate(node.right, frame)),
        node,
        frame,
        interpreter,
        labels,
      );
    case "ForInStatement": {
      const fields = getFields(frame.run, interpreter.evaluate(node.right, frame) ?? {});
      return runForOfLoop(
        fields.map(([name]) => name),
        node,
        frame,
        interpreter,
        labels,
      );
    }
    case "LabeledStatement":
      return runLabelled(node.body, frame, interpreter, [...labels, node.label.name]);
    case "WhileStatement":
    case "DoWhileStatement": {
      let isFirst = node.type === "DoWhileStatement";
      while (isFirst || interpreter.evaluate(node.test, frame)) {
        isFirst = false;
        frame.run.spend(1);
        const after = endIteration(interpreter.execute(node.body, frame), labels);
        if (after.over) return after.end;
      }
      return undefined;
    }
    default:
      return interpreter.execute(node, frame);
  }
}

function runLabelled(
  node: Statement,
  frame: ScopeFrame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  const end = runLoop(node, frame, interpreter, labels);
  return end?.kind === "break" && end.label !== undefined && labels.includes(end.label) ? undefined : end;
}

function createIteration(node: Statement, frame: ScopeFrame, interpreter: Interpreter): Completion {
  return runLoop(node, frame, interpreter, []);
}

/** The handlers that execute each kind of statement in the body of a function. */
export const STATEMENTS: Handlers = {
  ExpressionStatement: (node, frame, interpreter) => {
    interpreter.evaluate(node.expression, frame);
    return undefined;
  },
  VariableDeclaration: (node, frame, interpreter) => {
    declare(node, frame, interpreter);
    return undefined;
  },
  FunctionDeclaration: () => undefined,
  EmptyStatement: () => undefined,
  BlockStatement: (node, frame, interpreter) => interpreter.block(node.body, frame.createInner()),
  ReturnStatement: (node, frame, interpreter) => ({
    kind: "return",
    value: node.argument ? interpreter.evaluate(node.argument, frame) : undefined,
  }),
  IfStatement: (node, frame, interpreter) => {
    if (interpreter.evaluate(node.test, frame))
      return interpreter.execute(node.consequent, frame.createInner());
    return node.alternate ? interpreter.execute(node.alternate, frame.createInner()) : undefined;
  },
  BreakStatement: (node) => ({ kind: "break", label: node.label?.name }),
  ContinueStatement: (node) => ({ kind: "continue", label: node.label?.name }),
  ThrowStatement: (node, frame, interpreter) => {
    throw new Thrown(interpreter.evaluate(node.argument, frame));
  },
  TryStatement: runTry,
  SwitchStatement: runSwitch,
  ForStatement: createIteration,
  ForOfStatement: createIteration,
  ForInStatement: createIteration,
  WhileStatement: createIteration,
  DoWhileStatement: createIteration,
  LabeledStatement: createIteration,
};

/**
 * Declares the names of a block before it runs: functions can be used immediately, variables once their declaration is
 * reached.
 */
export function hoist(body: readonly Statement[], frame: ScopeFrame, interpreter: Interpreter): void {
  for (const statement of body) {
    if (statement.type === "FunctionDeclaration")
      frame.declare(statement.id.name, makeFunction(statement, frame, interpreter));
    if (statement.type === "VariableDeclaration" && statement.kind !== "var")
      for (const { id } of statement.declarations) for (const name of listNames(id)) frame.announce(name);
  }
}

function listNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return listNames(pattern.left);
    case "RestElement":
      return listNames(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? listNames(element) : []));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        listNames(property.type === "RestElement" ? property.argument : property.value),
      );
    default:
      return [];
  }
}
