import type { NodeRun } from "@stoa/runtime/protocol";

/** Nodes that take less than this are reported only when they end, because nobody would see them run. */
const SEEN_MS = 100;

type StartedNode = Pick<NodeRun, "node" | "within" | "runIndex">;

const getKey = ({ node, within, runIndex }: StartedNode) => JSON.stringify([node, within ?? null, runIndex]);

/** Reports that a node is running if the node takes long enough for people to see it. */
export class StartedNodes {
  readonly #emit: (run: NodeRun) => void;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, string>();

  constructor(emit: (run: NodeRun) => void) {
    this.#emit = emit;
  }

  start({ node, within, runIndex }: StartedNode): void {
    const run: NodeRun = {
      node,
      ...(within !== undefined && { within }),
      runIndex,
      state: "running",
      ms: 0,
      itemsIn: [],
      itemsOut: [],
      items: [],
    };
    const key = getKey(run);
    this.end(run);
    this.#running.set(key, node);
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        this.#emit(run);
      }, SEEN_MS),
    );
  }

  end(run: StartedNode): void {
    const key = getKey(run);
    this.#running.delete(key);
    clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
  }

  /** The innermost node that has started and not yet ended. */
  get running(): string | undefined {
    return [...this.#running.values()].at(-1);
  }

  /** Cancels all pending reports. */
  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
