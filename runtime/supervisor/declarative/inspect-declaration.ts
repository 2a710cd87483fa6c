import type { ConnectorUse } from "@stoa/contract/connectors";
import {
  type ConnectorTool,
  type DeclarativeAgent,
  type DeclarativeParameter,
  isRequired,
} from "@stoa/contract/declarative-agent";
import {
  type DeclaredAgent,
  type DeclaredConnector,
  type InputParameter,
  type Inspection,
  NOTHING_DECLARED,
} from "../../protocol/index.ts";
import { findLine } from "./json-place.ts";
import { readDeclaration } from "./read-declaration.ts";

/** Returns the methods and paths that a file's tools use, per service. An argument in a path matches one segment. */
function listConnectorUses(tools: readonly ConnectorTool[]): ConnectorUse[] {
  const services = [...new Set(tools.map(({ service }) => service))];
  return services.map((service) => {
    const own = tools.filter((tool) => tool.service === service);
    return {
      service,
      methods: [...new Set(own.map(({ method }) => method))],
      paths: [...new Set(own.map(({ path }) => path.replace(/\{\w+\}/g, "*")))],
    };
  });
}

function toInputs(parameter: DeclarativeParameter): InputParameter {
  const { name, type, format, accept, description, default: value, choices } = parameter;
  const fileType = type === "array" ? "files" : "file";
  return {
    name,
    type: format === "binary" ? fileType : type,
    description,
    required: isRequired(parameter),
    ...(value !== undefined && { default: value }),
    ...(choices && { choices }),
    ...(accept && { accept }),
  };
}

/** Returns the services that the tools call, each with the line of its first tool, which the server's messages name. */
function toConnectors(source: string, { tools }: DeclarativeAgent): DeclaredConnector[] {
  return listConnectorUses(tools.filter((tool) => tool.type === "connector")).map((use) => {
    const first = tools.findIndex((tool) => tool.type === "connector" && tool.service === use.service);
    return { ...use, line: findLine(source, ["tools", first, "service"]) };
  });
}

/** Returns each tool that calls an agent, with its location in the file. */
function toAgents(source: string, { tools }: DeclarativeAgent): DeclaredAgent[] {
  return tools.flatMap((tool, index) => {
    if (tool.type !== "agent") return [];
    const line = findLine(source, ["tools", index, "agent"]);
    const inputs = Object.keys(tool.input.properties ?? {});
    return [{ agentId: tool.agent, place: `field "tools[${index}].agent"`, inputs, line }];
  });
}

function toInspection(source: string, agent: DeclarativeAgent): Inspection["declaration"] {
  const { name, description, features, use_cases: useCases, tags, model, examples } = agent;
  const connectors = toConnectors(source, agent);
  const agents = toAgents(source, agent);
  return { name, description, features, useCases, tags, models: [model], connectors, agents, examples };
}

/** Returns the declarations of a declarative agent's file, or the first problem of the file. */
export function inspectDeclaration(source: string): Inspection {
  const read = readDeclaration(source);
  if ("problem" in read) {
    return {
      framework: "stoa",
      parameters: [],
      declaration: NOTHING_DECLARED,
      imports: [],
      entryProblem: read.problem,
    };
  }
  return {
    framework: "stoa",
    entry: { name: "instructions", kind: "declaration", takes: "parameters" },
    parameters: read.agent.input.map(toInputs),
    declaration: toInspection(source, read.agent),
    imports: [],
  };
}
