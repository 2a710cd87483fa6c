import type { WaitRequest } from "../gateway/wait-messages.ts";
import type { WaitResult, WaitService } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";

const NAMES = ["resumeUrl", "resumeFormUrl", "$resumeWebhookUrl"];

/** Returns whether a node of the workflow reads the URL that resumes the run. */
export function usesResumeAddress({ nodes }: Workflow): boolean {
  return [...nodes.values()].some(({ disabled, parameters }) => {
    if (disabled) return false;
    const text = JSON.stringify(parameters);
    return NAMES.some((name) => text.includes(name));
  });
}

/** The URL at which the next wait of a run is answered. Each URL accepts one answer. */
export class ResumeAddress {
  readonly #answers: WaitService | undefined;
  /** The URL that expressions get if no server can take an answer. */
  readonly #placeholder: string;
  #address: string | undefined;

  constructor(answers: WaitService | undefined, executionId: string) {
    this.#answers = answers;
    this.#placeholder = `https://stoa.invalid/resume/${executionId}`;
  }

  /** The URL for expressions, which are synchronous. Before `getReady` has been called, this is a placeholder. */
  get text(): string {
    return this.#address ?? this.#placeholder;
  }

  /**
   * Returns the URL, creating it if needed, or the placeholder if there is no server that takes answers.
   * @throws Error if the server cannot create a URL
   */
  async getReady(): Promise<string> {
    if (this.#answers) this.#address ??= await this.#answers.address();
    return this.text;
  }

  /** Waits for an answer at the URL, which accepts only one. @throws Error if nobody can answer */
  async answer(question: Omit<WaitRequest, "address">): Promise<WaitResult> {
    if (!this.#answers)
      throw new Error("the node waits for an answer, which only a run on a Stoa server can receive");
    const address = await this.getReady();
    try {
      return await this.#answers.wait({ ...question, address });
    } finally {
      this.#address = undefined;
    }
  }
}
