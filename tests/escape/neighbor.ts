import { openRun, readEvents } from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import { Client, type Person } from "../harness/client.ts";
import type { Market } from "./market.ts";
import type { ProbeInput } from "./probe.ts";

const ABSTRACT = "stoa-escape-neighbor";
const UDP_PORT = 9753;

/**
 * An agent that keeps its message in memory, its environment and its files, listens on every allowed socket, shows its
 * token to its caller, and waits.
 */
const SOURCE = `import os
import socket
import threading
import time


def listen():
    held = socket.socket(socket.AF_UNIX)
    held.bind("\\0${ABSTRACT}")
    held.listen()
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", ${UDP_PORT}))
    while True:
        data, client = server.recvfrom(512)
        server.sendto(data, client)


def run(message: str):
    if not message.startswith("stoa-"):
        yield "resting"
        return
    os.environ["STOA_VICTIM"] = message
    for path in ("/tmp/secret.txt", "/dev/shm/secret.txt"):
        with open(path, "w") as file:
            file.write(message)
    threading.Thread(target=listen, daemon=True).start()
    yield os.environ["OPENAI_API_KEY"]
    time.sleep(590)
    yield message
`;
const SECONDS = 600;

/** A run at the same time as the probes, forked from the same warm parent, with its own secret and token. */
export class Neighbor {
  readonly #token: string;
  readonly #url: string;
  readonly #caller: Person;
  readonly #runId: string;

  private constructor(url: string, caller: Person, runId: string, token: string) {
    this.#url = url;
    this.#caller = caller;
    this.#runId = runId;
    this.#token = token;
  }

  static async start(market: Market, head: string, secret: string): Promise<Neighbor> {
    const agentId = await market.upload("Neighbor", head + SOURCE);
    const caller = await market.register();
    const input = { agent_id: agentId, input_data: { message: secret }, timeout: SECONDS };
    const response = await openRun(market.url, caller.token, input);
    const events = await readEvents(response, ({ event }) => event === "output");
    const lastEvent = events.at(-1);
    const status = events.find(({ event }) => event === "status");
    if (lastEvent?.event !== "output")
      throw new Error(`the neighbor did not start: ${JSON.stringify(events)}`);
    return new Neighbor(market.url, caller, String(status?.data.run_id), String(lastEvent.data.text));
  }

  /** Returns the given input with the data that a probe needs to find this run. */
  addTo(shared: ProbeInput): ProbeInput {
    const { abstract, udp } = shared as Record<"abstract" | "udp", unknown[]>;
    const sockets = { abstract: [...abstract, ABSTRACT], udp: [...udp, ["127.0.0.1", UDP_PORT]] };
    return { ...shared, ...sockets, token: this.#token };
  }

  /** Cancels the run, and returns whether it was still active. */
  async stop(): Promise<boolean> {
    const client = new Client(this.#url);
    const path = `/api/v1/execute/runs/${this.#runId}`;
    const answer = await client.get(path, { token: this.#caller.token });
    await client.post(`${path}/cancel`, {}, { token: this.#caller.token });
    return Object(answer.body).status === "running";
  }
}
