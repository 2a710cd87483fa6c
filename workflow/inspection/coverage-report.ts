import { findServerChoice } from "@stoa/contract/chosen-servers";
import type { InputParameter } from "@stoa/runtime/protocol";
import { type FindNodeType, findStartNode, findUnsupportedReason } from "../engine/index.ts";
import { readWorkflow, type WorkflowProblem } from "../file/index.ts";
import type { NodeNeeds } from "../model/node-type.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { chooseTrigger, createInputForm } from "../nodes/triggers/index.ts";
import { isSelfCall } from "../nodes/triggers/sub-workflow.ts";
import { ANY_PATH, mergePathPatterns } from "./declared-paths.ts";
import { readMetadata } from "./workflow-metadata.ts";

/** A node that is not supported, with the reason. */
export interface UnsupportedNode {
  node: string;
  type: string;
  version: number;
  reason: string;
  /** Whether a run can reach the node. In that case the file is refused. */
  onPath: boolean;
}

/** The methods and paths that a run uses at a service, in the form that grants use. */
export interface ServiceUsage {
  service: string;
  methods: string[];
  paths: string[];
}

/** The parts of a file that Stoa supports, and the needs of the file. */
export interface CoverageReport {
  name: string;
  /** The trigger that starts runs. Undefined if there is none. */
  trigger?: { node: string; type: string; why: string };
  /** The reason why no run can start, or the problem of the configured output node. */
  problem?: WorkflowProblem;
  /** The number of nodes, without sticky notes and disabled nodes. */
  nodes: number;
  supported: number;
  unsupported: UnsupportedNode[];
  parameters: InputParameter[];
  connectors: ServiceUsage[];
  /**
   * Services whose server the caller chooses, because only the run determines the server or because the server is in a
   * private network.
   */
  chosenServers: { service: string; nodes: string[] }[];
  models: string[];
  /** Nodes that wait for an answer from a person or another system during the run. */
  waiting: string[];
  /** Whether runs start at a chat trigger and reach a node with a memory, which then keeps the conversation. */
  keepsSession: boolean;
  /** Nodes that may be chosen as the output node. */
  answering: string[];
  /** Hosts that the workflow calls without a connector. */
  hosts: string[];
  /**
   * Whether expressions choose hosts (`choosesHosts`) or models (`choosesModels`), so that these are known only at run
   * time.
   */
  choosesHosts: boolean;
  choosesModels: boolean;
  /** Set if the file runs on its developer's own n8n server, which has its own nodes, services and models. */
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
    const need = needs.connectors.get(service) ?? { methods: new Set(), paths: new Set(), nodes: [] };
    need.nodes.push(node.name);
    for (const method of methods) need.methods.add(method);
    for (const path of paths) need.paths.add(path);
    needs.connectors.set(service, need);
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

function collectNeeds(find: FindNodeType, workflow: Workflow, nodes: readonly WorkflowNode[]): Needs {
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

function findOutputProblem(
  workflow: Workflow,
  answering: readonly string[],
  outputNode: string | undefined,
): WorkflowProblem | undefined {
  if (outputNode === undefined || answering.includes(outputNode)) return undefined;
  const why = workflow.nodes.has(outputNode) ? "which is never reached" : "which is not in the file";
  return {
    message: `meta.stoa.output names node '${outputNode}', ${why}`,
    field: "meta.stoa.output",
  };
}

/**
 * Reports the needs of a file and the support for its nodes, without running the file. Reports the first problem if the
 * file cannot be read.
 */
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
  const needs = collectNeeds(find, workflow, asking);
  if (!isElsewhere) addHosts(needs, stoa.hosts);
  const problem =
    "problem" in start ? { message: start.problem } : findOutputProblem(workflow, answering, stoa.output);
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
      .filter(([service]) => findServerChoice(service))
      .map(([service, { nodes }]) => ({ service, nodes })),
    models: [...needs.models],
    waiting: asking.filter((node) => find(node.type)?.waitsOutside?.(node)).map(({ name }) => name),
    keepsSession:
      !isElsewhere &&
      !("problem" in start) &&
      start.kind === "chat" &&
      hasMemory(workflow, path, start.node.name),
    answering,
    hosts: [...needs.hosts].sort(),
    choosesHosts: needs.choosesHosts,
    choosesModels: needs.choosesModels,
    ...(isElsewhere && { engine: "n8n" as const }),
    runs: !problem && (isElsewhere || !unsupported.some(({ onPath }) => onPath)),
  };
}

/** Returns the nodes that a run can reach from its trigger, with their sub-nodes. Disabled nodes do nothing. */
function findReachableNodes(workflow: Workflow, trigger: string): Set<string> {
  const after = new Map<string, string[]>();
  const serving = new Map<string, string[]>();
  for (const { kind, from, to } of workflow.connections) {
    const [map, key, value] = kind === "main" ? ([after, from, to] as const) : ([serving, to, from] as const);
    const known = map.get(key);
    if (known) known.push(value);
    else map.set(key, [value]);
  }
  const found = new Set<string>();
  const open = [trigger];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(after.get(name) ?? []));
    if (!workflow.nodes.get(name)?.disabled) open.push(...(serving.get(name) ?? []));
  }
  return new Set([...found].filter((name) => workflow.nodes.get(name)?.disabled === false));
}

/** Returns the reachable nodes, plus the nodes that run when a node calls its own workflow. */
function findExecutedNodes(workflow: Workflow, trigger: string, find: FindNodeType): Set<string> {
  const path = findReachableNodes(workflow, trigger);
  const isCalled = [...path].some((name) => isSelfCall(workflow.nodes.get(name)));
  const called = isCalled ? findStartNode(workflow, find) : undefined;
  return called ? new Set([...path, ...findReachableNodes(workflow, called.name)]) : path;
}

/**
 * Returns whether a memory is attached to one of the nodes. A memory of the trigger alone only shows earlier messages in
 * n8n's chat window.
 */
function hasMemory(workflow: Workflow, nodes: ReadonlySet<string>, trigger: string): boolean {
  return workflow.connections.some(
    ({ kind, from, to }) => kind === "ai_memory" && nodes.has(from) && nodes.has(to) && to !== trigger,
  );
}

/** Returns the nodes whose items may be the run's output, in the file's order. */
function findOutputNodes(workflow: Workflow, trigger: string): string[] {
  const main = workflow.connections.filter(({ kind }) => kind === "main");
  const found = findReachableNodes({ ...workflow, connections: main }, trigger);
  return [...workflow.nodes.keys()].filter((name) => found.has(name));
}
