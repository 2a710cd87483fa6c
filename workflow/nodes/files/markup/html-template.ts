import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { NodeContext } from "../../../model/node-context.ts";

/** What a text of a page gets for a value: as JavaScript writes it, what is missing too. */
function written(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map((entry) => (entry === null ? "" : written(entry))).join(",");
  return isObject(value) ? "[object Object]" : String(value);
}

/** A page with its `{{ }}` replaced; the file has it without the `=` of other expressions. */
export function htmlTemplate(context: NodeContext, index: number): string {
  const raw = context.raw("html");
  const page = typeof raw === "string" ? raw : "";
  if (page.startsWith("=")) return context.text("html", index);
  return page.replace(/\{\{[\s\S]*?\}\}/g, (expression) =>
    written(context.evaluate(`=${expression}`, index)),
  );
}
