import type { InputHTMLAttributes, Ref } from "react";
import { cx } from "../lib/class-names.ts";
import { controlClass } from "./control-class.ts";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** Shows a one-line input, 44 px high. */
export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={cx(controlClass, "h-11", className)} />;
}
