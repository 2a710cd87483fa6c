import type { Page, Route } from "playwright-core";

/** What happens to a call: nothing, it waits, it fails, or its answer is empty. */
type Way = "pass" | "hold" | "fail" | "empty";

/** Sits between a page and one call of the server, whose answers it can delay, refuse or empty. */
export class FaultyCalls {
  /** The number of calls that were answered with a failure. */
  refused = 0;
  readonly #status: number;
  #way: Way = "pass";
  #held: Route[] = [];

  private constructor(status: number) {
    this.#status = status;
  }

  /** @param path of the call, without `/api/v1` and its query */
  static async of(page: Page, path: string, status = 500): Promise<FaultyCalls> {
    const calls = new FaultyCalls(status);
    const isCall = ({ pathname }: URL) => pathname.replace(/\/$/, "") === `/api/v1${path}`;
    await page.route(isCall, (route) => calls.#take(route));
    return calls;
  }

  /** Handles waiting and future calls in this way. */
  async go(way: Way): Promise<void> {
    this.#way = way;
    if (way === "hold") return;
    const held = this.#held.splice(0);
    await Promise.all(held.map((route) => this.#take(route)));
  }

  async #take(route: Route): Promise<void> {
    // The event stream of the same path is another call. It stays silent, because its events would reload the list.
    if (route.request().headers().accept === "text/event-stream") return;
    if (this.#way === "hold") {
      this.#held.push(route);
    } else if (this.#way === "fail") {
      await route.fulfill({ status: this.#status });
      this.refused += 1;
    } else if (this.#way === "pass") {
      await route.continue();
    } else {
      await route.fulfill({ json: emptied(await (await route.fetch()).json()) });
    }
  }
}

/** Returns the same answer with empty lists. */
function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  const fields = Object.entries(Object(answer)).map(([name, value]) => {
    if (name === "total") return [name, 0];
    if (name === "next_cursor") return [name, null];
    return [name, Array.isArray(value) ? [] : value];
  });
  return Object.fromEntries(fields);
}
