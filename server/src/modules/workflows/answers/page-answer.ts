import { RESUME_TEXTS } from "@stoa/contract";
import type { FormPage, PageField, WaitAnswer } from "@stoa/workflow";
import { invalidField } from "../../../platform/http/app-error.ts";

type Sent = Pick<WaitAnswer, "body" | "files">;

/** Returns the answer from a submitted page, without the browser's headers. @throws AppError 400 */
export function pageAnswer({ fields, buttons }: FormPage, { body, files }: Sent): WaitAnswer {
  const values = valuesOf(body);
  const missing = fields.find((field) => field.required && !isFilled(field, values, files));
  if (missing) throw invalidField(missing.name, RESUME_TEXTS.missing(missing.label));
  const [button] = buttons;
  if (button?.name !== undefined) {
    const pressed = values[button.name];
    if (!buttons.some(({ value }) => value === String(pressed)))
      throw invalidField(button.name, RESUME_TEXTS.missing(button.name));
  }
  return { headers: {}, query: {}, body, files };
}

/** Returns the submitted values by name, so that the page can show them again next to an error. */
export function valuesOf(body: WaitAnswer["body"]): Readonly<Record<string, unknown>> {
  return body !== null && typeof body === "object" && !Array.isArray(body) ? body : {};
}

function isFilled(
  { name, kind }: PageField,
  values: Readonly<Record<string, unknown>>,
  files: Sent["files"],
) {
  if (kind === "file") return Object.hasOwn(files, name);
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value === "string") return value.trim() !== "";
  return value !== undefined && value !== null;
}
