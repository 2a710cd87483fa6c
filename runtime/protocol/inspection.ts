import type { JsonValue } from "./json.ts";

/** Frameworks as the marketplace names them. */
export type Framework = "langchain" | "autogen" | "n8n" | "stoa";

/** What runs a file. Files of one framework may have several: Stoa's are Python, or declarations. */
export type RuntimeName = Framework | "declarative";

/** Where a run enters a file: in Python found in its syntax tree. */
export interface EntryPoint {
  /** Name of the function or object at module level. */
  name: string;
  /**
   * `decorated` by @stoa.agent; `function` by its conventional name (run, main, handle, invoke), or the file's only one
   * that takes text; `method` of a class, its name being `Class.method`, or `object.method` of one at module level;
   * `lambda`, AWS's handler; `terminal`, a function without parameters that reads input(); `object` of a
   * framework at module level; `factory`, a function that returns one; `script`, a function without parameters that
   * makes one and gives it a task of its own, in whose place the message goes. `declaration`: a file without code, run
   * by a tool loop. `workflow`: n8n's, its name being that of its trigger.
   */
  kind:
    | "decorated"
    | "function"
    | "method"
    | "lambda"
    | "terminal"
    | "object"
    | "factory"
    | "script"
    | "declaration"
    | "workflow";
  /** What the framework calls the object; of `object`, `factory` and `script`. */
  object?: "runnable" | "graph" | "agent" | "team";
  /** Of a workflow: the node whose output is the answer, where its developer named one. */
  output?: string;
  /** Of a workflow: it runs on an n8n server of its developer's own. */
  engine?: "n8n";
  /** `input_data`: one dict. `parameters`: the input's fields by name. `none`: takes nothing. */
  takes: "input_data" | "parameters" | "none";
}

export function runtimeNameOf(framework: Framework, entry: Pick<EntryPoint, "kind">): RuntimeName {
  return entry.kind === "declaration" ? "declarative" : framework;
}

export type ParameterType = "string" | "integer" | "number" | "boolean" | "array" | "object";

/** One input of an agent. */
export interface InputParameter {
  name: string;
  type: ParameterType;
  required: boolean;
  description: string;
  default?: JsonValue;
  /** The values a parameter may take, when declared (typing.Literal or an enum). */
  choices?: string[];
}

/** A service that a file declares to use. Without methods and paths: it only reads. */
export interface DeclaredConnector {
  service: string;
  methods?: string[];
  paths?: string[];
  line?: number;
}

/** Another agent that a file declares to call, by its number. */
export interface DeclaredAgent {
  agentId: number;
  /** Where in the file it is named, as a sentence to the developer begins: `agents of @stoa.agent`. */
  place: string;
  /** The inputs that it is given, where the file says so: code may give any. */
  inputs?: string[];
  line?: number;
}

/** What a file declares about itself; empty where it says nothing. */
export interface Declaration {
  name?: string;
  description?: string;
  features: string[];
  useCases: string[];
  tags: string[];
  models: string[];
  connectors: DeclaredConnector[];
  agents: DeclaredAgent[];
  /** Servers that it asks without a connector, `*` for those that only a run names; of workflows alone. */
  hosts?: string[];
  examples: { [key: string]: JsonValue }[];
}

/** The declaration of a file that says nothing of itself. */
export const NOTHING_DECLARED: Declaration = {
  features: [],
  useCases: [],
  tags: [],
  models: [],
  connectors: [],
  agents: [],
  examples: [],
};

/** A problem that names its place, so that a developer can mend it. */
export interface Problem {
  line?: number;
  message: string;
}

/** What can be known of a file without running it. */
export interface Inspection {
  /** `undefined` when the file is nothing we recognise; `problem` then says why. */
  framework?: Framework;
  entry?: EntryPoint;
  parameters: InputParameter[];
  declaration: Declaration;
  /** Of a Python file: what was chosen as its entry point and why, in the words of the check. */
  entryDescription?: string;
  /** It is written for something that does not run here: a version, a kind of program. */
  frameworkProblem?: Problem;
  /** The file does not parse. */
  syntaxProblem?: Problem;
  /** It parses, but no entry point was found or its framework is unclear. */
  entryProblem?: Problem;
  /** Its connectors are declared in a form that cannot be read, or it asks for one that it does not declare. */
  connectorProblem?: Problem;
  /** The same of the agents that it calls. */
  agentProblem?: Problem;
  /** Modules imported at any depth of the file, top-level names only. */
  imports: string[];
  /** What of a workflow is supported, in a line for its developer. */
  coverage?: string;
  /** Of a workflow: the nodes that may be named as the one whose output is the answer. */
  outputNodes?: string[];
}
