import { LIMITS } from "@stoa/contract";
import * as z from "zod";

/** A form that people fill in has tens of fields, its longest list the countries of the world. */
const MAX_FIELDS = 100;
const MAX_CHOICES = 500;
/** A name, a label, a button. */
const Short = z.string().max(1_000);
/** What a page says above its fields: a message with a draft to look at. */
const Long = z.string().max(20_000);

/** A field of the page that is shown at an address. */
export const PageField = z.object({
  /** What the answer calls it. */
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
  /** Several values, or several files. */
  several: z.boolean(),
  choices: z.array(Short).max(MAX_CHOICES),
  hint: Short,
  value: Long,
});
export type PageField = z.infer<typeof PageField>;

/** A page that asks a person: fields, and the buttons that send them. */
export const FormPage = z.object({
  title: Short,
  text: Long,
  fields: z.array(PageField).max(MAX_FIELDS),
  /** With a value, the answer says by it which button was pressed: `approved` is `true`. */
  buttons: z
    .array(z.object({ label: Short, name: Short.optional(), value: Short.optional() }))
    .min(1)
    .max(3),
  /** What it says when it has been sent. */
  thanks: Short,
});
export type FormPage = z.infer<typeof FormPage>;

/** What is answered to the call that a run has waited for. */
export const WebhookReply = z.object({
  when: z.enum(["at_once", "at_the_end"]),
  status: z.int().min(200).max(499),
  /** At once: these words, else a sentence of n8n's. At the end: nothing, where it is empty. */
  text: Long.optional(),
});
export type WebhookReply = z.infer<typeof WebhookReply>;

/** What a run waits for, and as which node. */
export const WaitRequest = z.object({
  address: z.url().max(1_000),
  node: Short,
  within: Short.optional(),
  run: z.int().min(0),
  /** The workflow goes on by itself after this time. */
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

/** What came: a call, or a page that was sent. */
export const WaitAnswer = z.object({
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.json(),
  /** By field; the bytes in base64. */
  files: z.record(
    z.string(),
    z.array(z.object({ fileName: z.string(), mimeType: z.string(), data: z.base64() })),
  ),
});
export type WaitAnswer = z.infer<typeof WaitAnswer>;
