import {
  type DeclarativeAgent,
  type DeclarativeParameter,
  isRequired,
} from "@stoa/contract/declarative-agent";
import type { DeclaredConnector, InputParameter, Inspection } from "../../protocol/index.ts";
import { connectorUses } from "./connector-uses.ts";
import { lineOfPath } from "./json-place.ts";
import { readDeclaration } from "./read-declaration.ts";

function inputOf(parameter: DeclarativeParameter): InputParameter {
  const { name, type, description, default: value, choices } = parameter;
  return {
    name,
    type,
    description,
    required: isRequired(parameter),
    ...(value !== undefined && { default: value }),
    ...(choices && { choices }),
  };
}

/** With the line of the first tool of each service, for what the server has to say of it. */
function connectorsOf(source: string, { tools }: DeclarativeAgent): DeclaredConnector[] {
  return connectorUses(tools).map((use) => {
    const first = tools.findIndex(({ service }) => service === use.service);
    return { ...use, line: lineOfPath(source, ["tools", first, "service"]) };
  });
}

function declarationOf(source: string, agent: DeclarativeAgent): Inspection["declaration"] {
  const { name, description, features, use_cases: useCases, tags, model, examples } = agent;
  const connectors = connectorsOf(source, agent);
  return { name, description, features, useCases, tags, models: [model], connectors, examples };
}

/** What a declarative agent's file says of itself. */
export function inspectDeclaration(source: string): Inspection {
  const read = readDeclaration(source);
  if ("problem" in read) {
    const declaration = { features: [], useCases: [], tags: [], models: [], connectors: [], examples: [] };
    return { framework: "stoa", parameters: [], declaration, imports: [], entryProblem: read.problem };
  }
  return {
    framework: "stoa",
    entry: { name: "instructions", kind: "declaration", takes: "parameters" },
    parameters: read.agent.input.map(inputOf),
    declaration: declarationOf(source, read.agent),
    imports: [],
  };
}
