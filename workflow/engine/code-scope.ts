import type { CodeScope } from "../model/services.ts";
import { type AskingNode, otherNode } from "./item-scope.ts";
import type { RunSurroundings } from "./run-surroundings.ts";

/** What an author's own code sees of the workflow around its node. */
export function codeScopeOf(run: RunSurroundings, asking: AskingNode, itemIndex: number): CodeScope {
  const { workflow, execution } = run;
  const [source] = asking.sources;
  return {
    items: asking.inputs[0] ?? [],
    itemIndex,
    runIndex: asking.runIndex,
    nodeItems: (name, output, index) => otherNode(run, asking, name)?.items(output, index),
    pairedItem: (name, index) => otherNode(run, asking, name)?.pairedItem(index),
    nodeParameters: (name) => workflow.nodes.get(name)?.parameters,
    nodeState(name) {
      const other = otherNode(run, asking, name);
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
      nodeName: asking.node.name,
      prevNode: source
        ? { name: source.node, outputIndex: source.output, runIndex: source.run }
        : { name: null, outputIndex: 0, runIndex: 0 },
    },
    staticData: { global: run.staticData(undefined), node: run.staticData(asking.node.name) },
  };
}
