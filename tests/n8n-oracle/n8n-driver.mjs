/**
 * Runs workflows in n8n, in one process: reads `{id, workflow}` as lines of JSON and writes `{id, nodes, order, error}`. It is a
 * program of its own because n8n needs a newer Node.js, and it finds n8n in the folder that its argument names.
 */
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), "n8n-oracle-"));
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = "false";
process.env.N8N_LOG_LEVEL = "silent";
process.env.N8N_DIAGNOSTICS_ENABLED = "false";
const load = createRequire(join(folder, "package.json"));
// The console is for results only; libraries of nodes also write warnings to it.
for (const level of ["log", "info", "warn", "debug"]) console[level] = () => undefined;
load("reflect-metadata");
const { Workflow, NodeHelpers } = load("n8n-workflow");
const core = load("n8n-core");

const nodesFolder = join(folder, "node_modules/n8n-nodes-base");
const loader = new core.LazyPackageDirectoryLoader(nodesFolder);
await loader.loadAll();

/** The node types that only the comparison has. */
const OWN = {
  "oracle.source": {
    description: describe("source", [{ displayName: "Items", name: "items", type: "string", default: "[]" }]),
    execute() {
      return [JSON.parse(this.getNodeParameter("items", 0)).map((json) => ({ json }))];
    },
  },
  "oracle.evaluate": {
    description: describe("evaluate", [
      { displayName: "Expressions", name: "expressions", type: "json", default: {} },
    ]),
    execute() {
      const names = Object.keys(this.getNode().parameters.expressions);
      return [
        this.getInputData().map((_, index) => ({
          json: Object.fromEntries(names.map((name) => [name, evaluate(this, name, index)])),
          pairedItem: { item: index },
        })),
      ];
    },
  },
};

function describe(name, properties) {
  return {
    displayName: name,
    name,
    group: ["transform"],
    version: 1,
    description: name,
    defaults: { name },
    inputs: ["main"],
    outputs: ["main"],
    properties,
  };
}

function evaluate(node, name, index) {
  try {
    const value = node.getNodeParameter(`expressions.${name}`, index, undefined);
    return value === undefined ? { undefined: true } : { value };
  } catch (error) {
    return { error: error.message };
  }
}

const nodeTypes = {
  getByName: (type) => OWN[type] ?? loader.getNode(type.replace("n8n-nodes-base.", "")).type,
  getByNameAndVersion: (type, version) =>
    OWN[type] ??
    NodeHelpers.getVersionedNodeType(loader.getNode(type.replace("n8n-nodes-base.", "")).type, version),
  getKnownTypes: () => ({}),
};

async function run({ name, nodes, connections, settings }) {
  const workflow = new Workflow({
    id: "workflow",
    name,
    nodes,
    connections,
    settings,
    nodeTypes,
    active: false,
    staticData: {},
  });
  const order = [];
  const hooks = new core.ExecutionLifecycleHooks("trigger", "1", {
    id: "workflow",
    name,
    nodes,
    connections,
    settings,
  });
  hooks.addHandler("nodeExecuteAfter", (node) => order.push(node));
  const additionalData = {
    ...{
      hooks,
      executionId: "1",
      currentNodeParameters: undefined,
      variables: {},
      secretsHelpers: {},
      userId: "1",
    },
    ...{
      restApiUrl: "http://localhost/rest",
      instanceBaseUrl: "http://localhost/",
      webhookBaseUrl: "http://localhost/webhook",
      webhookWaitingBaseUrl: "http://localhost/webhook-waiting",
      webhookTestBaseUrl: "http://localhost/webhook-test",
      formWaitingBaseUrl: "http://localhost/form-waiting",
    },
    ...{
      credentialsHelper: { getParentTypes: () => [] },
      setExecutionStatus() {},
      logAiEvent() {},
      sendDataToUI() {},
    },
  };
  const first = workflow.getNode("Start");
  const data = {
    startData: {},
    resultData: { runData: {} },
    executionData: {
      contextData: {},
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
      nodeExecutionStack: [{ node: first, data: { main: [[{ json: {} }]] }, source: null }],
    },
  };
  const engine = new core.WorkflowExecute(additionalData, "trigger", data);
  const result = await engine.processRunExecutionData(workflow);
  const { runData, error } = result.data.resultData;
  return {
    order,
    nodes: Object.fromEntries(
      Object.entries(runData).map(([node, runs]) => [
        node,
        runs.map((each) => ({
          outputs: each.data?.main?.map((items) => (items ?? []).map(toPlainItem)),
          ...(each.error && { error: describeError(each.error) }),
        })),
      ]),
    ),
    ...(error && { error: { node: error.node?.name, ...describeError(error) } }),
  };
}

const describeError = ({ message, description }) => ({ message, ...(description && { description }) });

const toPlainItem = ({ json, binary, pairedItem }) => ({
  json,
  ...(binary && { binary }),
  ...(pairedItem !== undefined && { pairedItem }),
});

for await (const line of createInterface({ input: process.stdin })) {
  const { id, workflow } = JSON.parse(line);
  let answer;
  try {
    answer = JSON.stringify({ id, ...(await run(workflow)) });
  } catch (error) {
    answer = JSON.stringify({ id, crash: error.stack });
  }
  process.stdout.write(`${answer}\n`);
}
process.exit(0);
