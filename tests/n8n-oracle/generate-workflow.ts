import type { JsonObject } from "../../workflow/model/item.ts";
import { generateExpressions } from "./generate-expressions.ts";
import { createItems } from "./item-data.ts";
import { BRANCHING, COMBINING } from "./nodes/branching.ts";
import { COMPUTING, pageAssignment } from "./nodes/computing.ts";
import type { NodeRecipe } from "./nodes/node-recipe.ts";
import { RESHAPING } from "./nodes/reshaping.ts";
import { Random } from "./random.ts";

/** The node that outputs the items of its parameter. Both engines get it from the comparison. */
export const SOURCE_TYPE = "oracle.source";

/** A workflow in the format of n8n's exports. */
export interface GeneratedWorkflow {
  name: string;
  nodes: JsonObject[];
  connections: { [from: string]: { main: { node: string; type: "main"; index: number }[][] } };
  settings: JsonObject;
}

const RECIPES = [...RESHAPING, ...BRANCHING, ...COMBINING, ...COMPUTING];
const WEIGHT = RECIPES.reduce((sum, { weight }) => sum + weight, 0);

function pickRecipe(random: Random): NodeRecipe {
  let left = random.next() * WEIGHT;
  for (const recipe of RECIPES) {
    left -= recipe.weight;
    if (left < 0) return recipe;
  }
  return RECIPES[0] as NodeRecipe;
}

/** An output of a node that a later node can be connected to. */
interface Output {
  node: string;
  output: number;
}

class Builder {
  readonly workflow: GeneratedWorkflow;
  readonly #random: Random;
  /** Nodes whose items expressions can read. */
  readonly sources: string[] = [];

  constructor(name: string, random: Random) {
    this.#random = random;
    this.workflow = { name, nodes: [], connections: {}, settings: {} };
  }

  add(
    name: string,
    type: string,
    typeVersion: number,
    parameters: JsonObject,
    extra: JsonObject = {},
  ): Output {
    const index = this.workflow.nodes.length;
    const position = [index * 200, this.#random.pick([0, 0, 100, 200])];
    this.workflow.nodes.push({ id: name, name, type, typeVersion, position, parameters, ...extra });
    return { node: name, output: 0 };
  }

  connect(from: Output, to: string, input = 0): void {
    const { main: outputs } = this.workflow.connections[from.node] ?? { main: [] };
    this.workflow.connections[from.node] = { main: outputs };
    while (outputs.length <= from.output) outputs.push([]);
    outputs[from.output]?.push({ node: to, type: "main", index: input });
  }

  addSource(start: Output): Output {
    const name = `S${this.sources.length + 1}`;
    this.sources.push(name);
    const output = this.add(name, SOURCE_TYPE, 1, { items: JSON.stringify(createItems(this.#random)) });
    this.connect(start, name);
    return output;
  }
}

/** Settings of a node that change when it runs and what follows an error. */
function pickSettings(random: Random): JsonObject {
  const onError = random.pick([
    "stopWorkflow",
    "stopWorkflow",
    "continueRegularOutput",
    "continueErrorOutput",
  ]);
  return {
    ...(random.chance(0.4) && { onError }),
    ...(random.chance(0.06) && { disabled: true }),
    ...(random.chance(0.1) && { executeOnce: true }),
    ...(random.chance(0.12) && { alwaysOutputData: true }),
    ...(random.chance(0.06) && { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
  };
}

/** Adds a node that is connected to `from`, and returns its outputs. */
function addStep(builder: Builder, random: Random, from: Output, others: Output[], start: Output): Output[] {
  const recipe = pickRecipe(random);
  const version = random.pick(recipe.versions);
  const parameters = recipe.create(random, version, builder.sources);
  const name = `N${builder.workflow.nodes.length}`;
  const settings = pickSettings(random);
  const readsPage = JSON.stringify(parameters).includes('"page"');
  let before = from;
  if (readsPage) {
    before = builder.add(`${name} page`, "n8n-nodes-base.set", 3.4, pageAssignment(random));
    builder.connect(from, before.node);
  }
  const output = builder.add(name, recipe.type, version, parameters, settings);
  const inputs = recipe.inputs?.(parameters, version) ?? 1;
  const order = inputs > 1 && random.chance(0.3) ? 1 : 0;
  builder.connect(before, name, order);
  for (let input = 0; input < inputs; input++) {
    if (input === order || random.chance(0.06)) continue;
    const fresh = others.length === 0 || random.chance(0.6);
    builder.connect(fresh ? builder.addSource(start) : random.pick(others), name, input);
  }
  const count =
    (recipe.outputs?.(parameters, version) ?? 1) + (settings.onError === "continueErrorOutput" ? 1 : 0);
  return Array.from({ length: count }, (_, index) => ({ ...output, output: index }));
}

/** Adds a loop whose body is a single node. Returns its output after the loop. */
function addLoop(builder: Builder, random: Random, from: Output): Output[] {
  const version = random.pick([1, 2, 3]);
  const name = `Loop${builder.workflow.nodes.length}`;
  builder.add(name, "n8n-nodes-base.splitInBatches", version, {
    ...(random.chance(0.8) && { batchSize: random.pick([1, 2, 3]) }),
    options: {},
  });
  builder.connect(from, name);
  const body = `Body${builder.workflow.nodes.length}`;
  const value = random.pick([
    "={{ $runIndex }}",
    `={{ $('${name}').item.json.name }}`,
    "={{ $json.id }}",
    `={{ $('${name}').context.noItemsLeft }}`,
  ]);
  builder.add(body, "n8n-nodes-base.set", 3.4, {
    assignments: { assignments: [{ id: "1", name: "loop", type: "string", value }] },
    includeOtherFields: true,
    options: { ignoreConversionErrors: true },
  });
  builder.connect({ node: name, output: version < 3 ? 0 : 1 }, body);
  builder.connect({ node: body, output: 0 }, name);
  return version < 2 ? [{ node: body, output: 0 }] : [{ node: name, output: version < 3 ? 1 : 0 }];
}

/** Returns the workflow of a seed. The same seed always gives the same workflow. */
export function generateWorkflow(seed: number): GeneratedWorkflow {
  const random = new Random(seed);
  const builder = new Builder(`Seed ${seed}`, random);
  const start = builder.add("Start", "n8n-nodes-base.manualTrigger", 1, {});
  let current = builder.addSource(start);
  if (random.chance(0.25)) {
    const expressions = generateExpressions(random);
    const output = builder.add("E", EVALUATE_TYPE, 1, { expressions });
    builder.connect(current, output.node);
  } else {
    const steps = 1 + random.below(5);
    const others: Output[] = [current];
    for (let step = 0; step < steps; step++) {
      const outputs = random.chance(0.06)
        ? addLoop(builder, random, current)
        : addStep(builder, random, current, others, start);
      others.push(...outputs);
      current = random.chance(0.75) ? (outputs[0] as Output) : random.pick(outputs);
      const [first] = outputs;
      if (first && random.chance(0.5) && !builder.sources.includes(first.node))
        builder.sources.push(first.node);
    }
  }
  const timezone = random.pick(["UTC", "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]);
  builder.workflow.settings = { executionOrder: random.chance(0.8) ? "v1" : "v0", timezone };
  return builder.workflow;
}

/** The node that evaluates each expression of its parameters for each item. */
export const EVALUATE_TYPE = "oracle.evaluate";
