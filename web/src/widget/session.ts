import type { WidgetSession } from "@stoa/contract/widget";
import type { WidgetOptions } from "./options.ts";

/** Sessions of a visitor of this page. The page keeps the visitor's token, because the frame's sandbox has no storage. */
export class Sessions {
  readonly #options: WidgetOptions;
  #visitor: string | null = null;

  constructor(options: WidgetOptions) {
    this.#options = options;
  }

  /**
   * Asks the store for a session. The browser adds the origin of this page, which the store checks.
   * @returns a sentence that says why there is none, for the page's developer
   */
  async begin(): Promise<WidgetSession | string> {
    const { store, agent, key } = this.#options;
    const visitor = this.#visitor ?? this.#readStored();
    try {
      const response = await fetch(`${store}/embed/sessions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        credentials: "omit",
        body: JSON.stringify({ key, agent, ...(visitor !== null && { visitor }) }),
      });
      const reply: unknown = await response.json();
      if (!response.ok) return String((reply as { detail: unknown }).detail);
      const session = reply as WidgetSession;
      this.#visitor = session.visitor;
      return session;
    } catch (error) {
      return `Could not reach ${store}: ${error instanceof Error ? error.message : "unknown error"}`;
    }
  }

  /** Stores the visitor's token, so that their conversation continues on the next page. Called when they open the chat. */
  remember(): void {
    try {
      if (this.#visitor !== null) localStorage.setItem(this.#getStorageKey(), this.#visitor);
    } catch {
      // Without storage, the conversation ends with this page.
    }
  }

  #readStored(): string | null {
    try {
      return localStorage.getItem(this.#getStorageKey());
    } catch {
      return null;
    }
  }

  #getStorageKey(): string {
    return `stoa.visitor.${this.#options.key}`;
  }
}
