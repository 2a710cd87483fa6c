import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodeBody } from "../../http/request-encoding.ts";
import { askService, type ServiceCall } from "../service-call.ts";
import type { ServiceOperation } from "../service-node.ts";

async function ask(
  context: NodeContext,
  itemIndex: number,
  call: Pick<ServiceCall, "path" | "body" | "content">,
) {
  const answer = await askService(context, itemIndex, {
    service: "telegram",
    method: "POST",
    tellsReason: true,
    ...call,
  });
  return isObject(answer) ? answer : {};
}

/** Calls a method of the bot; the answer is `{ok, result}`. @throws NodeError */
export function askTelegram(
  context: NodeContext,
  itemIndex: number,
  method: string,
  body: JsonObject,
): Promise<JsonObject> {
  return ask(context, itemIndex, { path: `/${method}`, body });
}

/** The same with a file beside the fields. @throws NodeError */
export async function sendFile(
  context: NodeContext,
  itemIndex: number,
  method: string,
  { field, file, body }: { field: string; file: BinaryFile; body: JsonObject },
): Promise<JsonObject> {
  const parts = Object.entries(body).map(([name, value]) => ({ name, value }));
  const { bytes, type = "" } = await encodeBody({
    kind: "multipart",
    parts: [...parts, { name: field, value: file }],
  });
  return ask(context, itemIndex, {
    path: `/${method}`,
    content: { type, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes },
  });
}

/** An operation that is one call; its item is the bot's whole answer. */
export function oneCall(
  method: string,
  bodyOf: (context: NodeContext, itemIndex: number, item: Item) => JsonObject,
): ServiceOperation {
  return {
    methods: ["POST"],
    paths: [`/${method}`],
    each: async (context, itemIndex, item) => [
      { json: await askTelegram(context, itemIndex, method, bodyOf(context, itemIndex, item)) },
    ],
  };
}
