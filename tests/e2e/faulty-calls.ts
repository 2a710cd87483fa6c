import type { Page, Route } from "playwright-core";

/** The behavior of an intercepted call: it passes, waits or fails, or its answer is empty. */
type Behavior = "pass" | "hold" | "fail" | "empty";

/** Intercepts one call between a page and the server. It can delay the answers, refuse them or empty them. */
export class FaultyCalls {
  /** The number of calls that were answered with a failure. */
  refused = 0;
  readonly #status: number;
  #behavior: Behavior = "pass";
  #heldRoutes: Route[] = [];

  private constructor(status: number) {
    this.#status = status;
  }

  /** @param path the call's path without `/api/v1` and without the query */
  static async intercept(page: Page, path: string, status = 500): Promise<FaultyCalls> {
    const calls = new FaultyCalls(status);
    const isCall = ({ pathname }: URL) => pathname.replace(/\/$/, "") === `/api/v1${path}`;
    await page.route(isCall, (route) => calls.#take(route));
    return calls;
  }

  /** Applies this behavior to waiting and future calls. */
  async go(behavior: Behavior): Promise<void> {
    this.#behavior = behavior;
    if (behavior === "hold") return;
    const heldRoutes = this.#heldRoutes.splice(0);
    await Promise.all(heldRoutes.map((route) => this.#take(route)));
  }

  async #take(route: Route): Promise<void> {
    // The event stream at the same path is a separate call. It gets no response, because its events would reload the
    // list.
    if (route.request().headers().accept === "text/event-stream") return;
    if (this.#behavior === "hold") {
      this.#heldRoutes.push(route);
    } else if (this.#behavior === "fail") {
      await route.fulfill({ status: this.#status });
      this.refused += 1;
    } else if (this.#behavior === "pass") {
      await route.continue();
    } else {
      await route.fulfill({ json: emptyLists(await (await route.fetch()).json()) });
    }
  }
}

/** Returns the same answer with empty lists. */
function emptyLists(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  const fields = Object.entries(Object(answer)).map(([name, value]) => {
    if (name === "total") return [name, 0];
    if (name === "next_cursor") return [name, null];
    return [name, Array.isArray(value) ? [] : value];
  });
  return Object.fromEntries(fields);
}
