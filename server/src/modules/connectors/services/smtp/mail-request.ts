import { describeValue } from "@stoa/contract/issue-messages";
import * as z from "zod";

/**
 * The maximum length of the addresses: room for as many recipients as common mail servers accept for one
 * email.
 */
const MAX_ADDRESSES_CHARS = 10_000;
const MAX_FILES = 100;

const Addresses = z.string().max(MAX_ADDRESSES_CHARS);

/** An email as agents describe it. */
export const MailRequest = z.strictObject({
  from: Addresses.optional(),
  to: Addresses.optional(),
  cc: Addresses.optional(),
  bcc: Addresses.optional(),
  replyTo: Addresses.optional(),
  subject: z.string().max(1_000).optional(),
  text: z.string().optional(),
  html: z.string().optional(),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string().max(255),
        contentType: z.string().max(255),
        content: z.base64(),
      }),
    )
    .max(MAX_FILES)
    .optional(),
});
export type MailRequest = z.infer<typeof MailRequest>;

/** Parses an email. @returns `problem` if the email is invalid */
export function readMail(body: Uint8Array | undefined): { mail: MailRequest } | { problem: string } {
  try {
    const read = MailRequest.safeParse(JSON.parse(Buffer.from(body ?? []).toString("utf8")), {
      error: describeValue,
    });
    if (read.success) return { mail: read.data };
    const [issue] = read.error.issues;
    const place = issue?.path.map(String).join(".") ?? "";
    return { problem: `The email is invalid${place && ` at ${place}`}: ${issue?.message ?? ""}` };
  } catch {
    return { problem: "The email is not valid JSON. Send a JSON object." };
  }
}
