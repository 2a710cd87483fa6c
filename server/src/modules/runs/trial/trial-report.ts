import type { RunEvent } from "@stoa/runtime/protocol";

/** How a tool's exception begins in a trial (runtime/python/stoa_sandbox/frameworks/tool_trial.py). */
const RAISED = "This tool raised an exception in the trial run, with arguments that were made up for it: ";
/** A sentence for a developer, no list. */
const MOST_NAMED = 5;

/** Notes which tools a trial run called, and which raised because of arguments that were made up. */
export class TrialReport {
  readonly #called = new Set<string>();
  readonly #raised = new Map<string, string>();

  hear(event: RunEvent): void {
    if (event.type !== "step") return;
    if (event.kind === "tool_call") this.#called.add(event.text.split("(", 1)[0] ?? "");
    if (event.kind === "tool_result" && event.text.startsWith(RAISED))
      this.#raised.set(event.source, event.text.slice(RAISED.length));
  }

  /** Returns what the check says of the tools; nothing if none was called. */
  toolsTried(): { tools?: string } {
    if (this.#called.size === 0) return {};
    const names = [...this.#called].slice(0, MOST_NAMED);
    const more = this.#called.size - names.length;
    const all = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    const called = `Called its ${this.#called.size === 1 ? "tool" : "tools"} ${all}`;
    const [raised] = this.#raised;
    if (raised === undefined) return { tools: called };
    return { tools: `${called}. ${raised[0]} raised ${raised[1]}, with arguments that the trial made up` };
  }
}
