import { choiceOf } from "@stoa/contract/chosen-servers";
import type { InputParameter } from "@stoa/runtime/protocol";
import { type FindNodeType, findUnsupportedReason } from "../engine/index.ts";
import { readWorkflow, type WorkflowProblem } from "../file/index.ts";
import type { NodeNeeds } from "../model/node-type.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { chooseTrigger, createInputForm } from "../nodes/triggers/index.ts";
import { ANY_PATH, mergePathPatterns } from "./declared-paths.ts";
import { findExecutedNodes, findOutputNodes } from "./run-path.ts";
import { readMetadata } from "./workflow-metadata.ts";

/** A node that is not supported, and why. */
export interface UnsupportedNode {
  node: string;
  type: string;
  version: number;
  reason: string;
  /** A run can reach it, so the file is refused. */
  onPath: boolean;
}

/** The methods and paths that a run uses at a service, as grants name them. */
export interface ServiceUsage {
  service: string;
  methods: string[];
  paths: string[];
}

/** What Stoa supports of a file, and what the file needs. */
export interface CoverageReport {
  name: string;
  /** The trigger that starts runs; undefined if there is none. */
  trigger?: { node: string; type: string; why: string };
  /** Why no run can start, or what is wrong with the configured output node. */
  problem?: WorkflowProblem;
  /** Nodes without sticky notes and disabled nodes. */
  nodes: number;
  supported: number;
  unsupported: UnsupportedNode[];
  parameters: InputParameter[];
  connectors: ServiceUsage[];
  /** Services whose server the caller chooses: the run names it, or it is in a private network. */
  chosenServers: { service: string; nodes: string[] }[];
  models: string[];
  /** Nodes that wait for somebody's answer during the run. */
  waiting: string[];
  /** Nodes that may be chosen as the output node. */
  answering: string[];
  /** Hosts that the workflow calls without a connector. */
  hosts: string[];
  /** Only an expression names a host or a model. */
  choosesHosts: boolean;
  choosesModels: boolean;
  /** The file runs on its developer's own n8n server, which has its own nodes, services and models. */
  engine?: "n8n";
  /** Whether the file runs without changes. */
  runs: boolean;
}

interface NeededConnector {
  methods: Set<string>;
  paths: Set<string>;
  nodes: string[];
}

interface Needs {
  connectors: Map<string, NeededConnector>;
  models: Set<string>;
  hosts: Set<string>;
  choosesHosts: boolean;
  choosesModels: boolean;
}

function collect(
  needs: Needs,
  node: WorkflowNode,
  { connectors = [], models = [], hosts = [] }: NodeNeeds,
): void {
  for (const { service, methods, paths = [ANY_PATH] } of connectors) {
    const known = needs.connectors.get(service) ?? { methods: new Set(), paths: new Set(), nodes: [] };
    known.nodes.push(node.name);
    for (const method of methods) known.methods.add(method);
    for (const path of paths) known.paths.add(path);
    needs.connectors.set(service, known);
  }
  for (const model of models) if (model !== undefined) needs.models.add(model);
  addHosts(needs, hosts);
  needs.choosesModels ||= models.includes(undefined);
}

function addHosts(needs: Needs, hosts: readonly (string | undefined)[]): void {
  for (const host of hosts) {
    if (host === undefined || host === "*") needs.choosesHosts = true;
    else needs.hosts.add(host);
  }
}

function needsOf(find: FindNodeType, workflow: Workflow, nodes: readonly WorkflowNode[]): Needs {
  const needs: Needs = {
    connectors: new Map(),
    models: new Set(),
    hosts: new Set(),
    choosesHosts: false,
    choosesModels: false,
  };
  for (const node of nodes) collect(needs, node, find(node.type)?.needs?.(node, workflow) ?? {});
  return needs;
}

function outputProblem(
  workflow: Workflow,
  answering: readonly string[],
  outputNode: string | undefined,
): WorkflowProblem | undefined {
  if (outputNode === undefined || answering.includes(outputNode)) return undefined;
  const why = workflow.nodes.has(outputNode) ? "which is never reached" : "which is not in the file";
  return {
    message: `meta.stoa.output names the node '${outputNode}', ${why}`,
    field: "meta.stoa.output",
  };
}

/** Reports what a file needs and supports without running it, or the first problem if it cannot be read. */
export function createCoverageReport(
  source: string,
  find: FindNodeType,
): CoverageReport | { problem: WorkflowProblem } {
  const read = readWorkflow(source);
  if ("problem" in read) return read;
  const { workflow } = read;
  const start = chooseTrigger(workflow);
  const inputs = createInputForm(workflow);
  const enabled = [...workflow.nodes.values()].filter(({ disabled }) => !disabled);
  const path = "problem" in start ? new Set<string>() : findExecutedNodes(workflow, start.node.name, find);
  const answering = "problem" in start ? [] : findOutputNodes(workflow, start.node.name);
  const unsupported = enabled.flatMap((node): UnsupportedNode[] => {
    const reason = findUnsupportedReason(find, node, workflow);
    if (reason === undefined) return [];
    const { name, type, version } = node;
    return [{ node: name, type, version, reason, onPath: path.has(name) }];
  });
  const { stoa } = readMetadata(source);
  const isElsewhere = stoa.engine === "n8n";
  const asking = isElsewhere ? [] : enabled.filter(({ name }) => path.has(name));
  const needs = needsOf(find, workflow, asking);
  if (!isElsewhere) addHosts(needs, stoa.hosts);
  const problem =
    "problem" in start ? { message: start.problem } : outputProblem(workflow, answering, stoa.output);
  return {
    name: workflow.name,
    ...(!("problem" in start) && {
      trigger: { node: start.node.name, type: start.node.type, why: start.why },
    }),
    ...(problem && { problem }),
    nodes: enabled.length,
    supported: enabled.length - unsupported.length,
    unsupported,
    parameters: "problem" in inputs ? [] : inputs.parameters,
    connectors: [...needs.connectors].map(([service, { methods, paths }]) => ({
      service,
      methods: [...methods],
      paths: mergePathPatterns(paths),
    })),
    chosenServers: [...needs.connectors]
      .filter(([service]) => choiceOf(service))
      .map(([service, { nodes }]) => ({ service, nodes })),
    models: [...needs.models],
    waiting: asking.filter((node) => find(node.type)?.waitsOutside?.(node)).map(({ name }) => name),
    answering,
    hosts: [...needs.hosts].sort(),
    choosesHosts: needs.choosesHosts,
    choosesModels: needs.choosesModels,
    ...(isElsewhere && { engine: "n8n" as const }),
    runs: !problem && (isElsewhere || !unsupported.some(({ onPath }) => onPath)),
  };
}
