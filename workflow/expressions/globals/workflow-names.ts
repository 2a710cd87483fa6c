import { ExpressionError } from "../expression-error.ts";
import type { ExpressionScope } from "../expression-scope.ts";
import type { Run } from "../interpreter/run.ts";
import { toLocalZone } from "../methods/luxon-methods.ts";
import { Callable } from "../values/callable.ts";
import { toInteger, toText } from "../values/conversions.ts";
import { Facade, OpenFacade } from "../values/facade.ts";
import { isPlain } from "../values/kinds.ts";
import { createFilesFacade, createItemData, listItemData } from "./item-data.ts";
import { createLegacyNodeFacade, createNodeFacade, findNode, getParameters } from "./other-nodes.ts";

function getItem(scope: ExpressionScope) {
  return scope.inputs[0]?.[scope.itemIndex];
}

function refuseArguments(name: string, args: readonly unknown[]): void {
  if (args.length > 0) throw new ExpressionError(`$input.${name}() takes no arguments`);
}

function createInputFacade(run: Run): Facade {
  const { scope } = run;
  const items = scope.inputs[0] ?? [];
  const before = () => (scope.previous ? scope.otherNode(scope.previous.name) : undefined);
  return new Facade("$input", {
    item: () => createItemData(getItem(scope)),
    first: () =>
      new Callable("first", (_run, args) => {
        refuseArguments("first", args);
        return createItemData(items[0]);
      }),
    last: () =>
      new Callable("last", (_run, args) => {
        refuseArguments("last", args);
        return createItemData(items.at(-1));
      }),
    all: () =>
      new Callable("all", (_run, args) => {
        refuseArguments("all", args);
        return listItemData(items);
      }),
    params: () => getParameters(run, (before()?.node ?? scope.node).parameters),
    context: () => before()?.context ?? {},
  });
}

/** The custom data of each execution. It is discarded when the execution ends, because nothing reads it later. */
const notes = new WeakMap<object, Map<string, string>>();

function createCustomData(run: Run): Facade {
  const { workflow } = run.scope;
  const workflowNotes = notes.get(workflow) ?? new Map<string, string>();
  notes.set(workflow, workflowNotes);
  const set = (key: unknown, value: unknown) => {
    const [name, text] = [toText(run, key), toText(run, value)];
    run.text(name.length + text.length);
    if (workflowNotes.size < MAX_NOTES) workflowNotes.set(name.slice(0, MAX_NOTE), text.slice(0, MAX_NOTE));
  };
  return new Facade("customData", {
    set: new Callable("set", (_run, [key, value]) => set(key, value)),
    setAll: new Callable("setAll", (_run, [data]) => {
      for (const [key, value] of isPlain(data) ? Object.entries(data) : []) set(key, value);
    }),
    get: new Callable("get", (_run, [key]) => workflowNotes.get(toText(run, key))),
    getAll: new Callable("getAll", () => Object.fromEntries(workflowNotes)),
  });
}

/** n8n keeps at most ten entries of 255 characters. */
const MAX_NOTES = 10;
const MAX_NOTE = 255;

function createRefusal(name: string, why: string): OpenFacade {
  return new OpenFacade(name, () => {
    throw new ExpressionError(`${name} cannot be read here: ${why}`);
  });
}

const ENV = createRefusal(
  "$env",
  "workflows cannot read the server's environment variables. Put the value into a Set node.",
);
const SECRETS = createRefusal("$secrets", "connectors add credentials to requests outside the workflow.");

const CALLING_A_NODE = (run: Run) =>
  new Callable("$", (_run, [name]) => createNodeFacade(run, findNode(run, name)));

/** The names that depend on the running workflow. */
export const WORKFLOW_NAMES: ReadonlyMap<string, (run: Run) => unknown> = new Map<
  string,
  (run: Run) => unknown
>([
  ["$json", (run) => getItem(run.scope)?.json],
  ["$data", (run) => getItem(run.scope)?.json],
  ["$binary", (run) => createFilesFacade(getItem(run.scope))],
  ["$input", createInputFacade],
  ["$", CALLING_A_NODE],
  ["$node", (run) => new OpenFacade("$node", (name) => createLegacyNodeFacade(run, findNode(run, name)))],
  [
    "$items",
    (run) =>
      new Callable("$items", (_run, [name, output, index]) => {
        const from = name ?? run.scope.previous?.name;
        if (from === undefined) return listItemData(run.scope.inputs[0] ?? []);
        const other = createNodeFacade(run, findNode(run, from)).read("all") as Callable;
        return other.call(run, [output ?? 0, index === -1 ? undefined : index]);
      }),
  ],
  [
    "$item",
    (run) =>
      new Callable("$item", (_run, [index, runIndex]) => {
        const itemIndex = toInteger(run, index);
        const other = run.withScope({
          ...run.scope,
          itemIndex,
          runIndex: toInteger(run, runIndex, run.scope.runIndex),
        });
        return new OpenFacade("$item", (name) => WORKFLOW_NAMES.get(name)?.(other));
      }),
  ],
  ["$now", toLocalZone],
  ["$today", (run) => toLocalZone(run).startOf("day")],
  ["$itemIndex", (run) => run.scope.itemIndex],
  ["$position", (run) => run.scope.itemIndex],
  ["$runIndex", (run) => run.scope.runIndex],
  ["$mode", (run) => run.scope.execution.mode],
  ["$executionId", (run) => run.scope.execution.id],
  ["$resumeWebhookUrl", (run) => run.scope.execution.resumeUrl],
  ["$nodeId", (run) => run.scope.node.id],
  ["$nodeVersion", (run) => run.scope.node.version],
  ["$webhookId", () => undefined],
  ["$parameter", (run) => getParameters(run, run.scope.node.parameters)],
  ["$rawParameter", (run) => run.scope.node.parameters],
  ["$vars", () => ({})],
  ["$env", () => ENV],
  ["$secrets", () => SECRETS],
  [
    "$workflow",
    ({ scope: { workflow, execution } }) => ({
      id: workflow.id,
      name: workflow.name,
      active: execution.mode === "production",
    }),
  ],
  [
    "$execution",
    (run) => {
      const { id, mode, resumeUrl } = run.scope.execution;
      return new Facade("$execution", {
        id,
        mode,
        resumeUrl,
        resumeFormUrl: resumeUrl,
        customData: () => createCustomData(run),
      });
    },
  ],
  [
    "$prevNode",
    ({ scope: { previous } }) => ({
      name: previous?.name,
      outputIndex: previous?.outputIndex,
      runIndex: previous?.runIndex,
    }),
  ],
  [
    "$evaluateExpression",
    (run) =>
      new Callable("$evaluateExpression", (_run, [text]) =>
        run.within(() => run.nested(`=${toText(run, text).replace(/^=/, "")}`, run)),
      ),
  ],
]);
