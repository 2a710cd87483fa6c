import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { cx } from "../lib/class-names.ts";
import { controlClass } from "./control-class.ts";

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly ref?: Ref<HTMLSelectElement>;
  readonly options: ReadonlyArray<{
    readonly value: string;
    readonly label: string;
    readonly disabled?: boolean;
  }>;
}

/** Shows the platform's own select, which opens natively on phones and works by keyboard. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cx("relative block", className)}>
      <select {...rest} className={cx(controlClass, "h-11 appearance-none truncate pr-9")}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2"
      />
    </span>
  );
}
