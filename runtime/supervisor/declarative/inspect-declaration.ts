import type { ConnectorUse } from "@stoa/contract/connectors";
import {
  type DeclarativeAgent,
  type DeclarativeParameter,
  getMcpHost,
  isRequired,
  type Tool,
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

/** The methods that an MCP client needs for its requests. */
const MCP_METHODS: ConnectorUse["methods"] = ["GET", "POST", "DELETE"];

/** What one tool does with a connector of the caller, with its place in the file. */
interface ToolUse extends Omit<ConnectorUse, "methods"> {
  methods: readonly ConnectorUse["methods"][number][];
  place: readonly PropertyKey[];
}

/** Returns what a tool does with a connector. An argument in a path matches one segment. */
function listToolUses(tool: Tool, index: number): ToolUse[] {
  const place = ["tools", index];
  if (tool.type === "connector") {
    const { service, method, path } = tool;
    return [
      { service, methods: [method], paths: [path.replace(/\{\w+\}/g, "*")], place: [...place, "service"] },
    ];
  }
  if (tool.type !== "mcp" || tool.credential?.type !== "connector") return [];
  const { host, pathname } = new URL(tool.url);
  return [{ service: host, methods: MCP_METHODS, paths: [pathname], place: [...place, "url"] }];
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
  const uses = tools.flatMap(listToolUses);
  return [...new Set(uses.map(({ service }) => service))].map((service) => {
    const own = uses.filter((use) => use.service === service);
    return {
      service,
      methods: [...new Set(own.flatMap(({ methods }) => methods))],
      paths: [...new Set(own.flatMap(({ paths }) => paths))],
      line: findLine(source, own[0]?.place ?? []),
    };
  });
}

/** Returns the hosts of the MCP servers that the agent reaches without a connector. */
function toHosts({ tools }: DeclarativeAgent): string[] {
  const direct = tools.filter((tool) => tool.type === "mcp" && tool.credential?.type !== "connector");
  return [...new Set(direct.map((tool) => (tool.type === "mcp" ? getMcpHost(tool) : "")))].sort();
}

/** Returns the names of the secrets that the agent sends to MCP servers. */
function toSecretNames({ tools }: DeclarativeAgent): string[] {
  return tools.flatMap((tool) =>
    tool.type === "mcp" && tool.credential?.type === "secret" ? [tool.credential.name] : [],
  );
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
  const hosts = toHosts(agent);
  return {
    name,
    description,
    features,
    useCases,
    tags,
    models: [model],
    connectors,
    agents,
    hosts,
    examples,
  };
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
    environmentNames: toSecretNames(read.agent),
    imports: [],
  };
}
