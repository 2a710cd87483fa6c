import { createDescribedNode } from "../create-described-node.ts";
import { fields, param } from "../request-fields.ts";
import type { ReadValue } from "../service-description.ts";

/** Reads a phone number. WhatsApp numbers have a prefix. */
const phone =
  (name: string): ReadValue =>
  (context, itemIndex) => {
    const number = context.text(name, itemIndex);
    const isPlain = number === "" || number.startsWith("whatsapp:");
    return context.flag("toWhatsapp", itemIndex) && !isPlain ? `whatsapp:${number}` : number;
  };

const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Messages and calls: https://www.twilio.com/docs/usage/api. The connector adds the account to the path. */
export const TWILIO = createDescribedNode({
  types: ["n8n-nodes-base.twilio"],
  versions: [1],
  service: "twilio",
  standard: { resource: "sms", operations: { call: "make", sms: "send" } },
  operations: {
    "sms.send": {
      method: "POST",
      path: "/Messages.json",
      form: fields({
        From: phone("from"),
        To: phone("to"),
        Body: param("message"),
        StatusCallback: param("options.statusCallback"),
      }),
    },
    "call.make": {
      method: "POST",
      path: "/Calls.json",
      form: fields({
        From: param("from"),
        To: param("to"),
        Twiml: (context, itemIndex) => {
          const message = context.text("message", itemIndex);
          const isTwiml = context.flag("twiml", itemIndex);
          return isTwiml ? message : `<Response><Say>${escapeXml(message)}</Say></Response>`;
        },
        StatusCallback: param("options.statusCallback"),
      }),
    },
  },
});
