import { useId } from "react";
import { formatCount } from "../lib/format.ts";

export interface FacetOption {
  readonly value: string;
  readonly label: string;
  /** The number of results that the choice would show; absent while loading. */
  readonly count?: number | undefined;
}

interface FacetListProps {
  readonly title: string;
  readonly value: string;
  readonly options: readonly FacetOption[];
  readonly onChange: (value: string) => void;
}

/** Shows a filter whose choices keep their order, each with its result count. */
export function FacetList({ title, value, options, onChange }: FacetListProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-px">
      <legend className="label mb-2">{title}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-8 cursor-pointer select-none items-center justify-between gap-3 rounded-2 px-2 text-14 has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 max-md:h-11 not-has-checked:hover:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className="truncate">{option.label}</span>
          {option.count !== undefined && <span className="mono text-12">{formatCount(option.count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}
