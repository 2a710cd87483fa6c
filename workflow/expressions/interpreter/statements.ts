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
import { fieldsOf } from "../values/fields.ts";
import type { Frame } from "./frame.ts";
import { makeFunction } from "./functions.ts";
import type { Binding, Completion, Interpreter } from "./interpreter.ts";
import { isFinal, Thrown, thrownValue } from "./thrown.ts";

type Handlers = {
  readonly [Type in Statement["type"]]?: (
    node: Extract<Statement, { type: Type }>,
    frame: Frame,
    interpreter: Interpreter,
  ) => Completion;
};

/** What a loop does with how its body ended: goes on, ends, or hands it outwards. */
function afterTurn(end: Completion, labels: readonly string[]): { over: boolean; end: Completion } {
  if (!end) return { over: false, end: undefined };
  const isOurs = end.kind !== "return" && (end.label === undefined || labels.includes(end.label));
  if (!isOurs) return { over: true, end };
  return { over: end.kind === "break", end: undefined };
}

function declare(node: VariableDeclaration, frame: Frame, interpreter: Interpreter): void {
  for (const { id, init } of node.declarations) {
    if (node.kind === "var" && !init) continue;
    interpreter.bind(id, init ? interpreter.evaluate(init, frame) : undefined, frame, bindingOf(node));
  }
}

function bindingOf(node: VariableDeclaration): Binding {
  return node.kind === "const" || node.kind === "var" ? node.kind : "let";
}

function countedLoop(
  node: ForStatement,
  frame: Frame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  let turn = frame.inner();
  if (node.init?.type === "VariableDeclaration") declare(node.init, turn, interpreter);
  else if (node.init) interpreter.evaluate(node.init, turn);
  while (!node.test || interpreter.evaluate(node.test, turn)) {
    frame.run.spend(1);
    const after = afterTurn(interpreter.execute(node.body, turn), labels);
    if (after.over) return after.end;
    turn = turn.copied();
    if (node.update) interpreter.evaluate(node.update, turn);
  }
  return undefined;
}

function loopOver(
  entries: readonly unknown[],
  node: ForOfStatement | ForInStatement,
  frame: Frame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  for (const entry of entries) {
    frame.run.spend(1);
    const turn = frame.inner();
    const isDeclared = node.left.type === "VariableDeclaration";
    const pattern = isDeclared
      ? (node.left as VariableDeclaration).declarations[0]?.id
      : (node.left as Pattern);
    const how = isDeclared ? bindingOf(node.left as VariableDeclaration) : "assign";
    if (pattern) interpreter.bind(pattern, entry, turn, how);
    const after = afterTurn(interpreter.execute(node.body, turn), labels);
    if (after.over) return after.end;
  }
  return undefined;
}

/** What an error costs, in steps: the host notes where it was made. */
const ERROR_COST = 100;

function attempt(node: TryStatement, frame: Frame, interpreter: Interpreter): Completion {
  const finish = () => node.finalizer && interpreter.block(node.finalizer.body, frame.inner());
  let end: Completion;
  try {
    end = handled(node, frame, interpreter);
  } catch (error) {
    const last = isFinal(error) ? undefined : finish();
    // What `finally` returns wins over what was thrown, as in the author's language.
    if (last) return last;
    throw error;
  }
  return finish() ?? end;
}

function handled(node: TryStatement, frame: Frame, interpreter: Interpreter): Completion {
  try {
    return interpreter.block(node.block.body, frame.inner());
  } catch (error) {
    if (!node.handler || isFinal(error)) throw error;
    frame.run.spend(ERROR_COST);
    const handler = frame.inner();
    if (node.handler.param) interpreter.bind(node.handler.param, thrownValue(error), handler, "let");
    return interpreter.block(node.handler.body.body, handler);
  }
}

function choose(node: SwitchStatement, frame: Frame, interpreter: Interpreter): Completion {
  const value = interpreter.evaluate(node.discriminant, frame);
  const inner = frame.inner();
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

function loop(
  node: Statement,
  frame: Frame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  switch (node.type) {
    case "ForStatement":
      return countedLoop(node, frame, interpreter, labels);
    case "ForOfStatement":
      return loopOver(
        toEntries(frame.run, interpreter.evaluate(node.right, frame)),
        node,
        frame,
        interpreter,
        labels,
      );
    case "ForInStatement": {
      const fields = fieldsOf(frame.run, interpreter.evaluate(node.right, frame) ?? {});
      return loopOver(
        fields.map(([name]) => name),
        node,
        frame,
        interpreter,
        labels,
      );
    }
    case "LabeledStatement":
      return labelled(node.body, frame, interpreter, [...labels, node.label.name]);
    case "WhileStatement":
    case "DoWhileStatement": {
      let isFirst = node.type === "DoWhileStatement";
      while (isFirst || interpreter.evaluate(node.test, frame)) {
        isFirst = false;
        frame.run.spend(1);
        const after = afterTurn(interpreter.execute(node.body, frame), labels);
        if (after.over) return after.end;
      }
      return undefined;
    }
    default:
      return interpreter.execute(node, frame);
  }
}

function labelled(
  node: Statement,
  frame: Frame,
  interpreter: Interpreter,
  labels: readonly string[],
): Completion {
  const end = loop(node, frame, interpreter, labels);
  return end?.kind === "break" && end.label !== undefined && labels.includes(end.label) ? undefined : end;
}

function repeated(node: Statement, frame: Frame, interpreter: Interpreter): Completion {
  return loop(node, frame, interpreter, []);
}

/** What each form of statement does: they are in the bodies of functions. */
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
  BlockStatement: (node, frame, interpreter) => interpreter.block(node.body, frame.inner()),
  ReturnStatement: (node, frame, interpreter) => ({
    kind: "return",
    value: node.argument ? interpreter.evaluate(node.argument, frame) : undefined,
  }),
  IfStatement: (node, frame, interpreter) => {
    if (interpreter.evaluate(node.test, frame)) return interpreter.execute(node.consequent, frame.inner());
    return node.alternate ? interpreter.execute(node.alternate, frame.inner()) : undefined;
  },
  BreakStatement: (node) => ({ kind: "break", label: node.label?.name }),
  ContinueStatement: (node) => ({ kind: "continue", label: node.label?.name }),
  ThrowStatement: (node, frame, interpreter) => {
    throw new Thrown(interpreter.evaluate(node.argument, frame));
  },
  TryStatement: attempt,
  SwitchStatement: choose,
  ForStatement: repeated,
  ForOfStatement: repeated,
  ForInStatement: repeated,
  WhileStatement: repeated,
  DoWhileStatement: repeated,
  LabeledStatement: repeated,
};

/** Makes the names of a block known before it begins: functions whole, variables when their line is reached. */
export function hoist(body: readonly Statement[], frame: Frame, interpreter: Interpreter): void {
  for (const statement of body) {
    if (statement.type === "FunctionDeclaration")
      frame.declare(statement.id.name, makeFunction(statement, frame, interpreter));
    if (statement.type === "VariableDeclaration" && statement.kind !== "var")
      for (const { id } of statement.declarations) for (const name of namesOf(id)) frame.announce(name);
  }
}

function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesOf(pattern.left);
    case "RestElement":
      return namesOf(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? namesOf(element) : []));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesOf(property.type === "RestElement" ? property.argument : property.value),
      );
    default:
      return [];
  }
}
