import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { askService, type ServiceCall } from "../service-call.ts";

/** The connector of all of Google's services. Its paths are those of the APIs, whatever their host. */
export const GOOGLE = "google";

export type GoogleCall = Omit<ServiceCall, "service">;

/** A call of one of Google's APIs. */
export const ofGoogle = (call: GoogleCall): ServiceCall => ({ service: GOOGLE, ...call });

/** Asks one of Google's APIs for a record. @throws NodeError in n8n's words where it refuses. */
export async function askGoogle(
  context: NodeContext,
  itemIndex: number,
  call: GoogleCall,
): Promise<JsonObject> {
  const answer: JsonValue = await askService(context, itemIndex, ofGoogle(call));
  return isObject(answer) ? answer : {};
}
