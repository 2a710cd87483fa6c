import {
  type Binding,
  call,
  open,
  type Reply,
  readStream,
  say,
} from "../../../server/src/modules/a2a/a2a.fixture.ts";
import {
  type RegisteredPerson,
  registerPerson,
} from "../../../server/src/modules/accounts/personal-data/full-account.fixture.ts";
import type { Receiver } from "../../../server/src/modules/webhooks/webhooks.fixture.ts";
import type { TestServer } from "../../harness/server.ts";

/** The agents that the checks call. */
const SOURCES = {
  echo: "def run(message):\n    return message\n",
  writes: "def run(message):\n    for word in ['one ', 'two ', 'three']:\n        yield word\n",
  /** Runs longer than any check, so that only a cancellation ends it. */
  waits:
    "import time\ndef run(message: str):\n    yield 'waiting'\n    time.sleep(120 if message == 'Wait' else 0)\n",
  fails: "def run(message):\n    if message == 'Fail':\n        raise ValueError('no')\n    return message\n",
  table: "def run(city: str, days: int = 1):\n    return {'city': city, 'days': days}\n",
} as const;
export type AgentName = keyof typeof SOURCES;

type Params = Record<string, unknown>;
/** A value whose form the checks test. */
export type Loose = ReturnType<typeof JSON.parse>;

export interface CallOptions {
  agent?: AgentName | number;
  /** The key of the caller, or of another person, or no key. */
  as?: "caller" | "stranger" | "nobody";
  headers?: Record<string, string>;
}

/** A server with agents, and the people who call them. */
export interface World {
  server: TestServer;
  receiver: Receiver;
  caller: RegisteredPerson;
  stranger: RegisteredPerson;
  agents: Readonly<Record<AgentName, number>>;
}

export async function createWorld(server: TestServer & { receiver: Receiver }): Promise<World> {
  const [caller, stranger] = [await registerPerson(server), await registerPerson(server)];
  const agents: Partial<Record<AgentName, number>> = {};
  for (const name of Object.keys(SOURCES) as AgentName[])
    agents[name] = await stranger.upload({}, SOURCES[name]);
  return { server, receiver: server.receiver, caller, stranger, agents: agents as World["agents"] };
}

/** An ID that no task has. */
export const UNKNOWN_TASK = `run_${"0".repeat(32)}`;

/** The agents of a server over one binding. */
export class Subject {
  readonly world: World;
  readonly binding: Binding;
  #completed: Promise<Loose> | undefined;

  constructor(world: World, binding: Binding) {
    this.world = world;
    this.binding = binding;
  }

  get isRpc(): boolean {
    return this.binding === "JSON-RPC";
  }

  #target({ agent = "echo", as = "caller", headers }: CallOptions) {
    const { server, agents } = this.world;
    const id = typeof agent === "number" ? agent : agents[agent];
    return {
      server,
      path: `/a2a/agents/${id}`,
      key: as === "nobody" ? undefined : this.world[as].apiKey,
      ...(headers && { headers }),
    };
  }

  /** Calls an operation and returns its reply in one form for both bindings. */
  call(operation: string, params: Params = {}, options: CallOptions = {}): Promise<Reply> {
    return call(this.binding, this.#target(options), operation, params);
  }

  /** Calls an operation of the store's own agent. */
  callStore(operation: string, params: Params): Promise<Reply> {
    const { server, caller } = this.world;
    return call(this.binding, { server, path: "/a2a/store", key: caller.apiKey }, operation, params);
  }

  /** Sends the request of an operation. */
  open(operation: string, params: Params = {}, options: CallOptions = {}): Promise<Response> {
    return open(this.binding, this.#target(options), operation, params);
  }

  /** Returns the events of a stream up to its end, or up to one that `isLast` names. */
  read(response: Response, isLast?: (event: Loose) => boolean): Promise<Loose[]> {
    return readStream(this.binding, response, isLast);
  }

  /** Opens a stream and returns its events. */
  async stream(operation: string, params: Params, options: CallOptions = {}): Promise<Loose[]> {
    return this.read(await this.open(operation, params, options));
  }

  /** Sends a text and returns the task. */
  async send(text: string, options: CallOptions = {}, more: Params = {}): Promise<Loose> {
    return (await this.call("SendMessage", { ...say(text), ...more }, options)).result.task;
  }

  /** Returns a task that has ended, which several checks share. */
  completed(): Promise<Loose> {
    this.#completed ??= this.send("Hello");
    return this.#completed;
  }

  /** Starts a task that runs until it is canceled. */
  async working(): Promise<Loose> {
    return this.send("Wait", { agent: "waits" }, { configuration: { returnImmediately: true } });
  }

  /** Returns the card of an agent. */
  async card(agent: AgentName = "echo"): Promise<{ card: Loose; headers: Headers }> {
    const { server, agents } = this.world;
    const answer = await server.client.get(`/a2a/agents/${agents[agent]}/.well-known/agent-card.json`);
    return { card: answer.body, headers: answer.headers };
  }
}
