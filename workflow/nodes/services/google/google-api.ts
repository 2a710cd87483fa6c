import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { readResourceLocator } from "../resource-locator.ts";
import { type ServiceCall, serviceApiRequest } from "../service-call.ts";

/** Where addresses of documents, files and folders have the id. */
const ID_IN_ADDRESS = /(?:\/(?:d|folders)\/|[?&]id=)([\w-]+)/;

/** The id in an address of Google's; the text itself where it is none. */
export function extractId(text: string): string {
  return /^https?:\/\//i.test(text) ? (ID_IN_ADDRESS.exec(text)?.[1] ?? "") : text;
}

/** The id of a document, file or folder that a parameter names. @throws NodeError where it names none */
export function getGoogleId(context: NodeContext, path: string, itemIndex: number, what: string): string {
  const id = extractId(readResourceLocator(context, path, itemIndex).value);
  if (id !== "") return id;
  throw context.failure(`${what} is not said: choose one, or give its ID`, { field: path, itemIndex });
}

/** The connector of all of Google's services. Its paths are those of the APIs, whatever their host. */
export const GOOGLE = "google";

export type GoogleCall = Omit<ServiceCall, "service">;

/** A call of one of Google's APIs. */
export const toGoogleCall = (call: GoogleCall): ServiceCall => ({ service: GOOGLE, ...call });

/** Asks one of Google's APIs for a record. @throws NodeError in n8n's words where it refuses. */
export async function googleApiRequest(
  context: NodeContext,
  itemIndex: number,
  call: GoogleCall,
): Promise<JsonObject> {
  const answer: JsonValue = await serviceApiRequest(context, itemIndex, toGoogleCall(call));
  return isObject(answer) ? answer : {};
}
