import type { NodeTask } from "./node-task.ts";

/** How many taken tasks stay in the list until it is moved: moving it each time would be quadratic. */
const MOVED_AFTER = 1_000;

/** Nodes that are ready to run: the last come is first in order v1, the first in v0. */
export class ReadyTasks {
  readonly #isStack: boolean;
  readonly #tasks: NodeTask[] = [];
  #taken = 0;

  constructor(order: "v0" | "v1") {
    this.#isStack = order === "v1";
  }

  add(task: NodeTask): void {
    this.#tasks.push(task);
  }

  take(): NodeTask | undefined {
    if (this.#isStack) return this.#tasks.pop();
    const first = this.#tasks[this.#taken];
    if (first) this.#taken += 1;
    if (this.#taken > MOVED_AFTER) {
      this.#tasks.splice(0, this.#taken);
      this.#taken = 0;
    }
    return first;
  }

  has(node: string): boolean {
    return this.#tasks.some((task, index) => index >= this.#taken && task.node.name === node);
  }
}
