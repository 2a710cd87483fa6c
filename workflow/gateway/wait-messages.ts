import { LIMITS } from "@stoa/contract";
import * as z from "zod";

/**
 * The maximum number of fields. Forms that people fill in have tens of fields, and a list of all countries is the
 * longest list of choices.
 */
const MAX_FIELDS = 100;
const MAX_CHOICES = 500;
/** The schema of a name, a label or a button. */
const Short = z.string().max(1_000);
/** The schema of the text above the fields of a page, such as a message with a draft to review. */
const Long = z.string().max(20_000);

/** A field of a page. */
export const PageField = z.object({
  /** The name of the field in the answer. */
  name: Short.min(1),
  label: Short,
  kind: z.enum([
    "text",
    "textarea",
    "number",
    "email",
    "password",
    "date",
    "dropdown",
    "checkbox",
    "radio",
    "file",
    "hidden",
  ]),
  required: z.boolean(),
  /** Whether the field takes several values or files. */
  several: z.boolean(),
  choices: z.array(Short).max(MAX_CHOICES),
  hint: Short,
  value: Long,
});
export type PageField = z.infer<typeof PageField>;

/** A page for a person, with fields and the buttons that submit them. */
export const FormPage = z.object({
  title: Short,
  text: Long,
  fields: z.array(PageField).max(MAX_FIELDS),
  /** A button with a name and a value adds both to the answer, such as `approved: "true"`. */
  buttons: z
    .array(z.object({ label: Short, name: Short.optional(), value: Short.optional() }))
    .min(1)
    .max(3),
  /** The text that is shown after the page is submitted. */
  thanks: Short,
});
export type FormPage = z.infer<typeof FormPage>;

/** The reply to the call that a run was waiting for. */
export const WebhookReply = z.object({
  when: z.enum(["at_once", "at_the_end"]),
  status: z.int().min(200).max(499),
  /**
   * The text of the response. For `at_once`, the default is n8n's; for `at_the_end`, an empty text means an empty
   * response.
   */
  text: Long.optional(),
});
export type WebhookReply = z.infer<typeof WebhookReply>;

/** A wait of a run, with the node that waits. */
export const WaitRequest = z.object({
  address: z.url().max(1_000),
  node: Short,
  within: Short.optional(),
  run: z.int().min(0),
  /** Whether the workflow continues on its own after `waitMs`. */
  isLimited: z.boolean(),
  waitMs: z
    .number()
    .min(0)
    .max(LIMITS.runTimeoutMaxSeconds * 1_000),
  asks: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("call"), method: z.enum(["GET", "POST"]), reply: WebhookReply }),
    z.object({ kind: z.literal("page"), page: FormPage }),
  ]),
});
export type WaitRequest = z.infer<typeof WaitRequest>;

/** The call or the submitted page that ended a wait. */
export const WaitAnswer = z.object({
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.json(),
  /** The files, keyed by field, with their bytes in base64. */
  files: z.record(
    z.string(),
    z.array(z.object({ fileName: z.string(), mimeType: z.string(), data: z.base64() })),
  ),
});
export type WaitAnswer = z.infer<typeof WaitAnswer>;
