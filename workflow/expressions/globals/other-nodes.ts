import { WorkflowLimit } from "../../model/node-error.ts";
import { ExpressionError, NodeReadError, NoPairedItem } from "../expression-error.ts";
import type { OtherNode } from "../expression-scope.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable } from "../values/callable.ts";
import { toInteger, toText } from "../values/conversions.ts";
import { Facade, OpenFacade } from "../values/facade.ts";
import { createFilesFacade, createItemData, listItemData } from "./item-data.ts";

/** Returns a node by name. @throws NodeReadError if the workflow has no node of that name */
export function findNode(run: Run, name: unknown): OtherNode {
  const title = toText(run, name);
  const node = run.scope.otherNode(title);
  if (!node) throw new NodeReadError(`there is no node "${title.slice(0, 100)}" in this workflow`);
  return node;
}

/**
 * Returns the result of `question` about another node. An error of the engine becomes a NodeReadError, so that the
 * author sees it instead of a missing value, unless only the paired item is missing.
 */
function askNode<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    const isKnown = error instanceof ExpressionError || error instanceof WorkflowLimit;
    if (isKnown || error instanceof NoPairedItem || !(error instanceof Error)) throw error;
    throw new NodeReadError(error.message, undefined, { cause: error });
  }
}

function at(run: Run, value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : toInteger(run, value);
}

/** Creates `$('Name')`, through which expressions read another node. */
export function createNodeFacade(run: Run, other: OtherNode): Facade {
  const items = (args: readonly unknown[]) => askNode(() => other.items(at(run, args[0]), at(run, args[1])));
  const matching = () =>
    new Callable("itemMatching", (_run, [index]) =>
      askNode(() =>
        createItemData(other.pairedItem(index === undefined ? run.scope.itemIndex : toInteger(run, index))),
      ),
    );
  return new Facade(other.node.name, {
    item: () => askNode(() => createItemData(other.pairedItem(run.scope.itemIndex))),
    itemMatching: matching,
    pairedItem: matching,
    first: () => new Callable("first", (_run, args) => createItemData(items(args)[0])),
    last: () => new Callable("last", (_run, args) => createItemData(items(args).at(-1))),
    all: () => new Callable("all", (_run, args) => listItemData(items(args))),
    params: () => getParameters(run, other.node.parameters),
    context: () => other.context,
    isExecuted: () => other.executed,
  });
}

/** Creates `$node["Name"]`, which is the item at the same position in the node's last output. */
export function createLegacyNodeFacade(run: Run, other: OtherNode): Facade {
  const item = () => {
    const found = askNode(() => other.items())[run.scope.itemIndex];
    if (!found)
      throw new NodeReadError(`node "${other.node.name}" has no item number ${run.scope.itemIndex} (from 0)`);
    return found;
  };
  return new Facade(other.node.name, {
    json: () => item().json,
    data: () => item().json,
    binary: () => createFilesFacade(item()),
    parameter: () => getParameters(run, other.node.parameters),
    context: () => other.context,
    runIndex: () => other.runIndex,
  });
}

/** Returns a facade for the parameters. Each parameter is evaluated when it is read. */
export function getParameters(run: Run, parameters: Readonly<Record<string, unknown>>): OpenFacade {
  const read = (name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (typeof value === "string" && value.startsWith("=")) return run.within(() => run.nested(value, run));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? getParameters(run, value as Record<string, unknown>)
      : value;
  };
  return new OpenFacade("parameters", read, () => Object.keys(parameters));
}
