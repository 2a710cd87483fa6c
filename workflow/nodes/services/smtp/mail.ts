import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fieldNames } from "../../core/fields/field-path.ts";
import { fileOf } from "../../files/binary-file.ts";

/** Text, HTML or both, as the file says; both fields where it does not. */
function wordsOf(context: NodeContext, itemIndex: number): JsonObject {
  const format = context.text("emailFormat", itemIndex, "both");
  const words: JsonObject = {};
  for (const kind of ["text", "html"] as const) {
    const said = format === kind || format === "both" ? context.text(kind, itemIndex) : "";
    if (said !== "") words[kind] = said;
  }
  return words;
}

function attachmentsOf(context: NodeContext, itemIndex: number, item: Item, path: string): JsonObject[] {
  return fieldNames(context.parameter(path, itemIndex)).map((field) => {
    const { bytes, fileName, mimeType } = fileOf(context, item, itemIndex, field);
    return {
      filename: fileName ?? field,
      contentType: mimeType,
      content: Buffer.from(bytes).toString("base64"),
    };
  });
}

/** A mail as the connector takes it. Version 1 has beside its form what later ones have among their options. */
export function mailOf(context: NodeContext, itemIndex: number, item: Item): JsonObject {
  const more = (field: string) =>
    context.node.version < 2 && field !== "replyTo" ? field : `options.${field}`;
  const mail: JsonObject = {
    from: context.text("fromEmail", itemIndex),
    to: context.text("toEmail", itemIndex),
    cc: context.text(more("ccEmail"), itemIndex),
    bcc: context.text(more("bccEmail"), itemIndex),
    replyTo: context.text(more("replyTo"), itemIndex),
    subject: context.text("subject", itemIndex),
    ...wordsOf(context, itemIndex),
  };
  const attachments = attachmentsOf(context, itemIndex, item, more("attachments"));
  return {
    ...Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== "")),
    ...(attachments.length > 0 && { attachments }),
  };
}
