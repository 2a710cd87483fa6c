import type { NodeRun } from "@stoa/runtime/protocol";

/** A node that takes less is told once, when it has ended: nobody would see it run. */
const SEEN_MS = 100;

type Begun = Pick<NodeRun, "node" | "within" | "runIndex">;

const keyOf = ({ node, within, runIndex }: Begun) => JSON.stringify([node, within ?? null, runIndex]);

/** Tells that a node runs, of those that take long enough to be seen. */
export class NodeBeginnings {
  readonly #tell: (run: NodeRun) => void;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, string>();

  constructor(tell: (run: NodeRun) => void) {
    this.#tell = tell;
  }

  began({ node, within, runIndex }: Begun): void {
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
    const key = keyOf(run);
    this.ended(run);
    this.#running.set(key, node);
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        this.#tell(run);
      }, SEEN_MS),
    );
  }

  ended(run: Begun): void {
    const key = keyOf(run);
    this.#running.delete(key);
    clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
  }

  /** The innermost of the nodes that have begun and not ended. */
  get running(): string | undefined {
    return [...this.#running.values()].at(-1);
  }

  /** Nothing runs any more. */
  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
