import type { JsonValue } from "./json.ts";

/** Frameworks as the marketplace names them. */
export type Framework = "langchain" | "autogen" | "n8n" | "stoa";

/**
 * The runtime for a file. Files of one framework may need different runtimes: a file of the framework `stoa` is either
 * Python or a declaration.
 */
export type RuntimeName = Framework | "declarative";

/** The function, object or node at which a run starts. In Python files, the syntax tree determines it. */
export interface EntryPoint {
  /** The name of the function or object at module level. */
  name: string;
  /**
   * `decorated` by @stoa.agent; `function` by its conventional name (run, main, handle, invoke), or the only
   * one in the file that takes text; `method` of a class, named `Class.method`, or `object.method` of an
   * object at module level; `lambda`, AWS's handler; `terminal`, a function without parameters that reads
   * input(); `program`, the whole file as a script or command line program, whose printed output is the
   * answer; `object` of a framework at module level; `factory`, a function that returns such an object;
   * `script`, a function without parameters that creates such an object and gives it a task, which the
   * message replaces. `declaration`: a file without code, run by a tool loop. `workflow`: an n8n export,
   * named by its trigger.
   */
  kind:
    | "decorated"
    | "function"
    | "method"
    | "lambda"
    | "terminal"
    | "program"
    | "object"
    | "factory"
    | "script"
    | "declaration"
    | "workflow";
  /** The framework's term for the object. Set for `object`, `factory` and `script`. */
  object?: "runnable" | "graph" | "agent" | "team";
  /** The workflow node whose output is the answer, if the developer named one. */
  output?: string;
  /** Set if a workflow runs on its developer's own n8n server. */
  engine?: "n8n";
  /**
   * Where the entry point of an archive is defined, such as `bots/cli.py:main`. Set if the main file only imports it,
   * or if the project names it as its command.
   */
  origin?: string;
  /** What the entry point gets of the earlier turns of a conversation. Absent if it gets the message alone. */
  memory?: EntryMemory;
  /** Set if a Python file uses `stoa.memory` to remember values about its callers. */
  remembersCallers?: true;
  /**
   * Set if the files of a message become parts of it: images as parts that a vision model sees, and texts as text. Their IDs
   * are in the input `files`.
   */
  messageFiles?: true;
  /** `input_data`: one dict. `parameters`: the input's fields as named parameters. `none`: takes nothing. */
  takes: "input_data" | "parameters" | "none";
}

/**
 * `messages`: the conversation as a list of messages, the new one included. `history`: the earlier turns as a list, in
 * a parameter of its own. `thread`: the checkpoints of its LangGraph thread. `state`: the saved state of an AutoGen
 * agent or team. `session`: the conversation's ID as the session of a workflow's memory nodes.
 */
export type EntryMemory = "messages" | "history" | "thread" | "state" | "session";

export function getRuntimeName(framework: Framework, entry: Pick<EntryPoint, "kind">): RuntimeName {
  return entry.kind === "declaration" ? "declarative" : framework;
}

/** `file` is the ID of a stored file, and `files` is a list of such IDs. */
export type ParameterType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "array"
  | "object"
  | "file"
  | "files";

/** An input of an agent. */
export interface InputParameter {
  name: string;
  type: ParameterType;
  required: boolean;
  description: string;
  default?: JsonValue;
  /** The allowed values of a parameter, if declared (typing.Literal or an enum). */
  choices?: string[];
  /** The file name extensions that a `file` or `files` expects, such as `.csv`. */
  accept?: string[];
}

/** A service that a file declares. Without methods and paths, the agent may only read. */
export interface DeclaredConnector {
  service: string;
  methods?: string[];
  paths?: string[];
  line?: number;
}

/** An agent that a file declares and therefore may call. */
export interface DeclaredAgent {
  agentId: number;
  /** The location in the file, worded as the beginning of a sentence to the developer: `agents of @stoa.agent`. */
  place: string;
  /** The inputs that the call passes, if the file names them. Code may also pass other inputs. */
  inputs?: string[];
  line?: number;
}

/** The information that a file declares about itself. */
export interface Declaration {
  name?: string;
  description?: string;
  features: string[];
  useCases: string[];
  tags: string[];
  models: string[];
  connectors: DeclaredConnector[];
  agents: DeclaredAgent[];
  /**
   * Only for workflows and declarative agents: the servers that they call without a connector. `*` means servers that are
   * known only at run time.
   */
  hosts?: string[];
  examples: { [key: string]: JsonValue }[];
}

/** The declaration of a file that declares nothing. */
export const NOTHING_DECLARED: Declaration = {
  features: [],
  useCases: [],
  tags: [],
  models: [],
  connectors: [],
  agents: [],
  examples: [],
};

/** A problem with its location, so that a developer can fix it. */
export interface InspectionProblem {
  /** The file in the archive that has the problem, if it is not the main file. */
  path?: string;
  line?: number;
  message: string;
}

/** The block of inline script metadata (PEP 723) in a Python file. Only its form is checked, not its content. */
export interface ScriptMetadata {
  /** Requirements as in `requests>=2.31`. */
  dependencies: string[];
  /** The versions of Python that the file needs, as in `>=3.11`. */
  requiresPython?: string;
  /** The hosts in `[tool.stoa]`, as written in the file. */
  hosts: string[];
  /** The names of secrets in `[tool.stoa]`. */
  secrets: string[];
}

/** A module that a Python file imports from a package. */
export interface ThirdPartyImport {
  /** As imported: `langchain_core.tools`. */
  module: string;
  /** The distribution that contains the module; undefined if no known distribution does. */
  package?: string;
  /** The file in the archive that imports the module, if it is not the main file. */
  path?: string;
  line: number;
  /** `start`: when the file is loaded. `call`: in a function. `optional`: the file works without it. */
  when: "start" | "call" | "optional";
  /** Whether the shipped environment of the file's framework contains the module. */
  isShipped: boolean;
}

/** A host that a file declares or names. */
export interface HostInFile {
  /** The host as written in the file. */
  host: string;
  line?: number;
}

/** The hosts in a Python file. */
export interface HostsInFile {
  declared: HostInFile[];
  /** The hosts of URLs in the code. `isModelEndpoint` says whether the file creates a model client with this URL. */
  written: (HostInFile & { isModelEndpoint: boolean })[];
  /** The first URL that begins with `mongodb+srv://`. Clients look up the servers behind it, which runs cannot do. */
  serverLookup?: { line?: number };
  /** Where the file declares hosts, or can declare them: @stoa.agent, STOA_HOSTS or the script block. */
  place: "decorator" | "assignment" | "metadata";
}

/** The archive of an inspected Python file. */
export interface InspectedArchive {
  /** The path of the inspected file. */
  entry: string;
  /** The function in this file that the project names as its command. */
  function?: string | undefined;
  /** The other Python files of the archive, keyed by path. The source is empty for a file that is too large to read. */
  sources: Record<string, string>;
}

/** The facts about a file that are known without running it. */
export interface Inspection {
  /** The code of a notebook (.ipynb) as a Python file, which replaces the uploaded file. */
  source?: string;
  /** Undefined if the framework is ambiguous or not recognized. In that case, one of the problems below says why. */
  framework?: Framework;
  entry?: EntryPoint;
  parameters: InputParameter[];
  declaration: Declaration;
  /** The entry point of a Python file and why it was chosen, as the upload's check shows them. */
  entryDescription?: string;
  /** Set if the file is written for a version or a kind of program that does not run on Stoa. */
  frameworkProblem?: InspectionProblem;
  /** Set if the file does not parse. */
  syntaxProblem?: InspectionProblem;
  /** Set if the file parses, but has no entry point or an unclear framework. */
  entryProblem?: InspectionProblem;
  /** Set if the file's declaration of connectors cannot be read, or if it uses a connector that it does not declare. */
  connectorProblem?: InspectionProblem;
  /** Set if the file's declaration of agents cannot be read, or if it calls an agent that it does not declare. */
  agentProblem?: InspectionProblem;
  /** Set if the file has a block of script metadata that can be read. */
  script?: ScriptMetadata;
  /** Set if the file's block of script metadata cannot be read. */
  scriptProblem?: InspectionProblem;
  /** One problem for each declared package that is not allowed. */
  packageProblems?: InspectionProblem[];
  /** Set if the file requires a version of Python that differs from the version that inspects and runs it. */
  pythonProblem?: InspectionProblem;
  /** The modules that the file imports from packages, each once. Missing if there are none. */
  thirdParty?: ThirdPartyImport[];
  /** The script block to add to a file that has none but imports packages that are not shipped. */
  offeredScript?: string;
  /** The environment variables that the file needs to run, as far as its code shows. */
  environmentNames?: string[];
  /** The hosts that a Python file declares or names. */
  hosts?: HostsInFile;
  /** Set if the file's declaration of hosts cannot be read. */
  hostProblem?: InspectionProblem;
  /** The top-level names of modules imported anywhere in the file. */
  imports: string[];
  /** A line that tells the developer of a workflow how much of the workflow is supported. */
  coverage?: string;
  /** The nodes of a workflow whose output can be chosen as the answer. */
  outputNodes?: string[];
}
