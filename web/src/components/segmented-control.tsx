import { useId } from "react";
import { formatUses } from "../lib/format.ts";

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: ReadonlyArray<{
    readonly value: Value;
    readonly label: string;
    /** The number of results that a choice would show; `undefined` while loading. */
    readonly count?: number | undefined;
  }>;
  readonly onChange: (value: Value) => void;
}

/**
 * Shows a choice between a few visible options. They are radio buttons, so arrow keys move and screen readers count
 * them.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex shrink-0 overflow-hidden rounded-4 border border-control">
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-9.5 cursor-pointer select-none items-center border-control px-3.5 text-14 font-medium not-first:border-l has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-4 max-md:h-10.5 not-has-checked:hover:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
          {"count" in option && (
            // The space for the count is reserved before the count is known, so that nothing moves.
            <span className="mono ml-1.5 inline-block min-w-[3ch] text-right font-normal text-12 max-sm:hidden">
              {option.count !== undefined && formatUses(option.count)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
