import { describe, expect, it } from "vitest";
import { WorkflowLimit } from "../../model/node-error.ts";
import { type ExpressionScope, evaluateText } from "../index.ts";
import { createExecutedNode, createItems, createNode, createScope } from "../testing/scope.ts";

const orders = createItems({ id: 1 }, { id: 2 }, { id: 3 });
const runs = [orders, createItems({ id: 9 })];

const nodes: Record<string, ReturnType<typeof createExecutedNode>> = {
  Orders: createExecutedNode("Orders", orders, {
    context: { noItemsLeft: true },
    runIndex: 1,
    items: (output, run) => (output === 1 ? createItems({ other: true }) : (runs[run ?? 0] ?? [])),
  }),
  "My Node": createExecutedNode("My Node", createItems({ a: { b: "deep" } })),
  Waiting: createExecutedNode("Waiting", [], {
    executed: false,
    items: () => {
      throw new Error('node "Waiting" has not run yet');
    },
    pairedItem: () => {
      throw new Error('node "Waiting" has not run yet');
    },
  }),
  Full: createExecutedNode("Full", [], {
    items: () => {
      throw new WorkflowLimit("too many items");
    },
  }),
};

const scope: ExpressionScope = {
  ...createScope({}),
  inputs: [
    [
      { json: { n: 1 } },
      {
        json: { n: 2 },
        binary: {
          data: {
            bytes: new Uint8Array(1234),
            mimeType: "image/png",
            fileName: "a.png",
            fileExtension: "png",
          },
        },
        pairedItem: { item: 1 },
      },
    ],
  ],
  itemIndex: 1,
  runIndex: 4,
  previous: { name: "Orders", outputIndex: 1, runIndex: 0 },
  otherNode: (name) => (Object.hasOwn(nodes, name) ? nodes[name] : undefined),
  names: { $response: { statusCode: 200, body: { next: "p2" } }, $pageCount: 3 },
  fromAi: (key) => ({ city: "Rome" })[key],
};

const FILE = {
  mimeType: "image/png",
  fileType: "image",
  fileExtension: "png",
  fileName: "a.png",
  fileSize: "1.23 kB",
  bytes: 1234,
};

describe("names of a workflow", () => {
  it.each<[string, unknown]>([
    ["$json.n", 2],
    ["$json['n']", 2],
    ["$json", { n: 2 }],
    ["Object.keys($json)", ["n"]],
    ["$data.n", 2],
    ["$binary.data.fileName", "a.png"],
    ["$binary.data", FILE],
    ["$binary.missing ? 1 : 2", 2],
    ["Object.keys($binary).join()", "data"],
    ["$input.item.json.n", 2],
    ["$input.item.binary.data.mimeType", "image/png"],
    ["$input.first().json.n", 1],
    ["$input.last().json", { n: 2 }],
    ["$input.all().length", 2],
    ["$input.all().map(item => item.json.n)", [1, 2]],
    ["$input.all()[1].pairedItem.item", 1],
    ["$input.context.noItemsLeft", true],
    ["$input.params.operation", "get"],
    ["$('Orders').item.json.id", 2],
    ["$('Orders').first().json.id", 1],
    ["$('Orders').last().json.id", 3],
    ["$('Orders').first(1).json", { other: true }],
    ["$('Orders').all(0, 1)", [{ json: { id: 9 } }]],
    ["$('Orders').all().map(i => i.json.id)", [1, 2, 3]],
    ["$('Orders').itemMatching(0).json.id", 1],
    ["$('Orders').pairedItem(2).json.id", 3],
    ["$('Orders').params.operation", "get"],
    ["$('Orders').context.noItemsLeft", true],
    ["$('Orders').isExecuted", true],
    ["$('Waiting').isExecuted", false],
    ["$('My Node').first().json.a.b", "deep"],
    ["$('My Node').first().json.x?.y", undefined],
    ["$('My ' + 'Node').all().length", 1],
    ["$('My Node').last(0, 5)?.json", { a: { b: "deep" } }],
    ["$node['Orders'].json.id", 2],
    ["$node.Orders.json.id", 2],
    ["$node['Orders'].json['id']", 2],
    ["$node['Orders'].runIndex", 1],
    ["$node['Orders'].parameter.operation", "get"],
    ["$node['Orders'].context.noItemsLeft", true],
    ["$items('Orders').length", 3],
    ["$items('Orders', 1)[0].json", { other: true }],
    ["$items('Orders', 0, 1)[0].json.id", 9],
    ["$items()[0].json.id", 1],
    ["$item(0).$json.n", 1],
    ["$item(0).$node['Orders'].json.id", 1],
    ["$item(2).$node['Orders'].json.id", 3],
    ["$itemIndex + $runIndex", 5],
    ["$prevNode.name", "Orders"],
    ["$prevNode", { name: "Orders", outputIndex: 1, runIndex: 0 }],
    ["$workflow.name + $workflow.id", "Ordersw1"],
    ["$workflow.active", false],
    ["$execution.id + $execution.mode", "e1test"],
    ["$execution.resumeUrl", "https://stoa.example/resume"],
    ["$resumeWebhookUrl", "https://stoa.example/resume"],
    ["($execution.customData.set('a', 'b'), $execution.customData.get('a'))", "b"],
    ["$execution.customData.getAll()", { a: "b" }],
    ["$parameter.mode", "manual"],
    ["$parameter['doubled']", 4],
    ["$nodeVersion", 3.4],
    ["$nodeId", "id of Edit Fields"],
    ["$mode", "test"],
    ["$vars.missing", undefined],
    ["$vars", {}],
    ["$response.body.next", "p2"],
    ["$response.statusCode === 200", true],
    ["$pageCount + 1", 4],
    ["$request", undefined],
    ["$fromAI('city')", "Rome"],
    ["$fromAI('city', 'where', 'string', 'Oslo')", "Rome"],
    ["$fromAI('age', 'years', 'number', 18)", 18],
    ["$fromAI('age')", undefined],
    ["$evaluateExpression('{{ $json.n + 1 }}')", 3],
  ])("%s has the expected value", (code, expected) =>
    expect(evaluateText(`={{ ${code} }}`, scope)).toEqual(expected),
  );

  it.each([
    ["$('Nobody').item.json", 'there is no node "Nobody" in this workflow'],
    ["$node['Nobody'].json", 'there is no node "Nobody"'],
    ["$('Waiting').item.json", 'node "Waiting" has not run yet'],
    ["$('Waiting').first()", 'node "Waiting" has not run yet'],
    ["$node['My Node'].json", 'node "My Node" has no item number 1'],
    ["$input.first(1)", "$input.first() takes no arguments"],
    ["$fromAI()", "$fromAI() needs a key"],
    ["$input.all", "Add parentheses: all()"],
  ])("%s is refused", (code, message) => {
    expect(() => evaluateText(`={{ ${code} }}`, scope)).toThrow(message);
  });

  it("a reference to a node without a property returns whether the node was executed", () => {
    expect(evaluateText("={{ $('Orders') }}", scope)).toMatchObject({ isExecuted: true });
  });

  it("an expression cannot catch the error that a limit of the run has been reached", () => {
    const code = "(() => { try { return $('Full').all(); } catch { return 1; } })()";
    expect(() => evaluateText(`={{ ${code} }}`, scope)).toThrow(WorkflowLimit);
  });

  it("$json is empty if the node received no item", () => {
    const empty = { ...scope, inputs: [[]], previous: undefined };
    expect(evaluateText("={{ $json.a }}", empty)).toBeUndefined();
    expect(evaluateText("={{ $input.all() }}", empty)).toEqual([]);
    expect(evaluateText("={{ $input.first() }}", empty)).toBeUndefined();
    expect(evaluateText("={{ $prevNode.name }}", empty)).toBeUndefined();
  });

  it("a parameter that refers to itself causes an error", () => {
    const node = createNode("Loop", { a: "={{ $parameter.a }}" });
    expect(() => evaluateText("={{ $parameter.a }}", { ...scope, node })).toThrow("nested more than");
  });
});
