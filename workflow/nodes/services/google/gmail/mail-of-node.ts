import type { Item } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { addresses, attachedFiles, type Mail, namedSender } from "./composed-mail.ts";

/** The text of a mail, as plain text or as HTML. */
function bodyOf(context: NodeContext, itemIndex: number): Pick<Mail, "text" | "html"> {
  if (context.node.version < 2) {
    const html = context.flag("includeHtml", itemIndex) ? context.text("htmlMessage", itemIndex) : undefined;
    return { text: context.text("message", itemIndex), html };
  }
  const message = context.text("message", itemIndex).trim();
  return context.text("emailType", itemIndex, "html") === "text" ? { text: message } : { html: message };
}

/** The mail that a node writes for an item. */
export async function mailOfNode(context: NodeContext, itemIndex: number, item: Item): Promise<Mail> {
  const isEarly = context.node.version < 2;
  const options = isEarly ? "additionalFields" : "options";
  const option = (name: string) => addresses(context.parameter(`${options}.${name}`, itemIndex));
  const to = context.parameter(isEarly ? "toList" : "sendTo", itemIndex);
  return {
    from: option("fromAlias") ?? (await namedSender(context, itemIndex, options)),
    to: addresses(to) ?? option(isEarly ? "toList" : "sendTo"),
    cc: option("ccList"),
    bcc: option("bccList"),
    replyTo: option("replyTo"),
    subject: context.text("subject", itemIndex),
    ...bodyOf(context, itemIndex),
    attachments: attachedFiles(context, itemIndex, item, options),
  };
}
