import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { readResourceLocator } from "../resource-locator.ts";
import { type ServiceNodeCall, serviceApiRequest } from "../service-call.ts";

/** Matches the ID in the URL of a document, file or folder. */
const ID_IN_ADDRESS = /(?:\/(?:d|folders)\/|[?&]id=)([\w-]+)/;

/** Returns the ID in a URL, "" if the URL contains none, or the text itself if it is not a URL. */
export function extractId(text: string): string {
  return /^https?:\/\//i.test(text) ? (ID_IN_ADDRESS.exec(text)?.[1] ?? "") : text;
}

/** Returns the ID of a document, file or folder. @throws NodeError if no ID is set */
export function getGoogleId(context: NodeContext, path: string, itemIndex: number, what: string): string {
  const id = extractId(readResourceLocator(context, path, itemIndex).value);
  if (id !== "") return id;
  throw context.failure(`${what} is not set. Choose one or enter its ID`, { field: path, itemIndex });
}

/** The connector of all Google services. Its paths are the paths of the APIs, regardless of the API's host. */
export const GOOGLE = "google";

export type GoogleCall = Omit<ServiceNodeCall, "service">;

/** Returns a call to one of Google's APIs. */
export const toGoogleCall = (call: GoogleCall): ServiceNodeCall => ({ service: GOOGLE, ...call });

/** Calls one of Google's APIs. @throws NodeError with n8n's message if the call is refused */
export async function googleApiRequest(
  context: NodeContext,
  itemIndex: number,
  call: GoogleCall,
): Promise<JsonObject> {
  const answer: JsonValue = await serviceApiRequest(context, itemIndex, toGoogleCall(call));
  return isObject(answer) ? answer : {};
}
