import type { JsonObject } from "../model/item.ts";
import type { TestNode } from "./converse.ts";

/** The trigger of a chat. */
export const CHAT: TestNode = { name: "Start", type: "@n8n/n8n-nodes-langchain.chatTrigger", version: 1.1 };
/** A node that outputs the value of an expression as `text`. */
export const set = (name: string, text: string): TestNode => ({
  name,
  type: "set",
  version: 3.4,
  parameters: { mode: "raw", jsonOutput: `={{ { text: ${text} } }}`, options: {} },
});
/** A Wait node. */
export const wait = (name: string, parameters: JsonObject): TestNode => ({
  name,
  type: "wait",
  version: 1.1,
  parameters,
});
/** A Wait node that waits for a form. */
export const form = (name: string, ...fields: JsonObject[]) =>
  wait(name, { resume: "form", formTitle: "=For {{ $json.text }}", formFields: { values: fields } });
/** A required field of a form. */
export const COLOR = { fieldLabel: "Color", requiredField: true };
