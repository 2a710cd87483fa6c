import type { WaitRequest } from "../gateway/wait-messages.ts";
import type { WaitResult, WaitService } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";

const NAMES = ["resumeUrl", "resumeFormUrl"];

/** Whether a node of the workflow may ask where the run is answered. */
export function usesResumeAddress({ nodes }: Workflow): boolean {
  return [...nodes.values()].some(({ disabled, parameters }) => {
    if (disabled) return false;
    const text = JSON.stringify(parameters);
    return NAMES.some((name) => text.includes(name));
  });
}

/** Where the next wait of a run is answered: each address takes one answer. */
export class ResumeAddress {
  readonly #answers: WaitService | undefined;
  /** Stands where there is no server that could take an answer. */
  readonly #placeholder: string;
  #address: string | undefined;

  constructor(answers: WaitService | undefined, executionId: string) {
    this.#answers = answers;
    this.#placeholder = `https://stoa.invalid/resume/${executionId}`;
  }

  /** As expressions read it, who cannot wait for it: it was made ready before. */
  get text(): string {
    return this.#address ?? this.#placeholder;
  }

  /** @throws Error where the server gives none */
  async ready(): Promise<string> {
    if (this.#answers) this.#address ??= await this.#answers.address();
    return this.text;
  }

  /**
   * Waits at the address, which is used up with it.
   * @throws Error where nobody can answer
   */
  async answer(question: Omit<WaitRequest, "address">): Promise<WaitResult> {
    if (!this.#answers)
      throw new Error(
        "waits for an answer from outside, which only a run on a server can be given: it is answered at an address of that server",
      );
    const address = await this.ready();
    try {
      return await this.#answers.wait({ ...question, address });
    } finally {
      this.#address = undefined;
    }
  }
}
