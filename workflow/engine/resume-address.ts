import type { WaitRequest } from "../gateway/wait-messages.ts";
import type { WaitResult, WaitService } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";

const NAMES = ["resumeUrl", "resumeFormUrl"];

/** Returns whether a node of the workflow reads the address that resumes the run. */
export function usesResumeAddress({ nodes }: Workflow): boolean {
  return [...nodes.values()].some(({ disabled, parameters }) => {
    if (disabled) return false;
    const text = JSON.stringify(parameters);
    return NAMES.some((name) => text.includes(name));
  });
}

/** The address that answers the next wait of a run. Each address takes one answer. */
export class ResumeAddress {
  readonly #answers: WaitService | undefined;
  /** Used if there is no server that could take an answer. */
  readonly #placeholder: string;
  #address: string | undefined;

  constructor(answers: WaitService | undefined, executionId: string) {
    this.#answers = answers;
    this.#placeholder = `https://stoa.invalid/resume/${executionId}`;
  }

  /** The address for expressions, which are synchronous: `ready` must have been called before. */
  get text(): string {
    return this.#address ?? this.#placeholder;
  }

  /** Returns the address, creating it if needed. @throws Error if the server cannot create one */
  async ready(): Promise<string> {
    if (this.#answers) this.#address ??= await this.#answers.address();
    return this.text;
  }

  /**
   * Waits for an answer at the address, which is then used up.
   * @throws Error if nobody can answer
   */
  async answer(question: Omit<WaitRequest, "address">): Promise<WaitResult> {
    if (!this.#answers)
      throw new Error(
        "waits for an answer, which only a run on a server can receive: people and systems send it to an address of that server",
      );
    const address = await this.ready();
    try {
      return await this.#answers.wait({ ...question, address });
    } finally {
      this.#address = undefined;
    }
  }
}
