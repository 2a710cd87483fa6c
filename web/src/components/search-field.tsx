import { LIMITS } from "@stoa/contract/limits";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isSearchKey } from "../lib/keyboard.ts";
import { useAlive } from "../lib/use-alive.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { Input } from "./input.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** Whether `/` focuses the field from anywhere on the page. */
  readonly onSlash?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The pause after typing before the list is fetched; a shorter pause would search for half-typed words. */
const REST_MS = 250;

/**
 * Shows a search field that calls `onChange` once typing pauses. If `value` changes from outside, the field shows the
 * new value.
 */
export function SearchField({
  label,
  placeholder = label,
  onSlash = false,
  value,
  onChange,
}: SearchFieldProps) {
  const alive = useAlive();
  const [text, setText] = useState(value);
  const rested = useDebounced(text, REST_MS);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);

  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);

  useEffect(() => {
    const search = rested.trim();
    if (search === sent.current) return;
    sent.current = search;
    onChange(search);
  }, [rested, onChange]);

  useEffect(() => {
    if (!onSlash) return;
    const focusOnSlash = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    // This listener is registered before the window's listener, which opens the palette if no field handles
    // the key.
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, [onSlash]);

  return (
    <span className="relative block min-w-0 flex-1">
      <Search aria-hidden="true" size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={LIMITS.searchMaxLength}
        readOnly={!alive}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pr-9 pl-9.5 md:h-10"
      />
      {onSlash && (
        <span
          aria-hidden="true"
          className="mono absolute top-1/2 right-3 -translate-y-1/2 text-12 text-ink-3 max-md:hidden"
        >
          /
        </span>
      )}
    </span>
  );
}
