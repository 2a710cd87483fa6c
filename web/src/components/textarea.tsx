import type { Ref, TextareaHTMLAttributes } from "react";
import { cx } from "../lib/class-names.ts";
import { controlClass } from "./control-class.ts";

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Shows a text area that can be resized vertically. */
export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  return <textarea rows={rows} {...rest} className={cx(controlClass, "resize-y py-2.5", className)} />;
}
