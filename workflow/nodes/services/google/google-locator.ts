import type { NodeContext } from "../../../model/node-context.ts";
import { located } from "../resource-locator.ts";

/** Where addresses of documents, files and folders have the id. */
const ID_IN_ADDRESS = /(?:\/(?:d|folders)\/|[?&]id=)([\w-]+)/;

/** The id in an address of Google's; the text itself where it is none. */
export function idIn(text: string): string {
  return /^https?:\/\//i.test(text) ? (ID_IN_ADDRESS.exec(text)?.[1] ?? "") : text;
}

/** The id of a document, file or folder that a parameter names. @throws NodeError where it names none */
export function googleId(context: NodeContext, path: string, itemIndex: number, what: string): string {
  const id = idIn(located(context, path, itemIndex).value);
  if (id !== "") return id;
  throw context.failure(`${what} is not said: choose one, or give its ID`, { field: path, itemIndex });
}
