import type { CodeScope } from "../model/services.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { type CurrentNode, findOtherNode } from "./item-scope.ts";

/** Returns the data of the workflow that an author's code can read. */
export function createCodeScope(run: ExecutionContext, current: CurrentNode, itemIndex: number): CodeScope {
  const { workflow, execution } = run;
  const [source] = current.sources;
  return {
    items: current.inputs[0] ?? [],
    itemIndex,
    runIndex: current.runIndex,
    nodeItems: (name, output, index) => findOtherNode(run, current, name)?.items(output, index),
    pairedItem: (name, index) => findOtherNode(run, current, name)?.pairedItem(index),
    nodeParameters: (name) => workflow.nodes.get(name)?.parameters,
    nodeState(name) {
      const other = findOtherNode(run, current, name);
      return other && { executed: other.executed, runIndex: other.runIndex, context: other.context };
    },
    info: {
      workflow: { id: workflow.id, name: workflow.name, active: true },
      execution: {
        id: execution.id,
        mode: execution.mode,
        resumeUrl: run.resume.text,
        resumeFormUrl: run.resume.text,
      },
      timezone: workflow.timezone,
      nodeName: current.node.name,
      prevNode: source
        ? { name: source.node, outputIndex: source.output, runIndex: source.run }
        : { name: null, outputIndex: 0, runIndex: 0 },
    },
    staticData: { global: run.staticData(undefined), node: run.staticData(current.node.name) },
  };
}
