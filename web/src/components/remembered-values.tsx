import type { RememberedValue } from "@stoa/contract/remembered-values";
import { formatBytes } from "../lib/format.ts";
import { formatDay, formatTimestamp } from "../lib/format-time.ts";
import { Button } from "./button.tsx";

/** The characters of a value that are shown. A longer value would make the page slow. */
const MAX_SHOWN_CHARS = 2_000;

interface RememberedValuesProps {
  readonly label: string;
  readonly values: readonly RememberedValue[];
  /** Where to read a value that is too long to be shown. */
  readonly longValueHint: string;
  readonly onDelete: (key: string) => void;
}

/** Lists the values of an agent's memory, each with its key, size and dates, and a button that deletes it. */
export function RememberedValues({ label, values, longValueHint, onDelete }: RememberedValuesProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {values.map((value) => (
        <li key={value.key} className="flex items-start justify-between gap-4 py-3">
          <div className="min-w-0 flex-1">
            <code className="mono wrap-anywhere font-medium text-14">{value.key}</code>
            <ValueText json={value.value} longValueHint={longValueHint} />
            <p className="mt-1 text-12 text-ink-3">
              {formatBytes(value.bytes)}, stored {formatDay(value.updated_at)}
              {value.expires_at !== null && `, expires ${formatTimestamp(value.expires_at)}`}
            </p>
          </div>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Delete ${value.key}`}
            onClick={() => onDelete(value.key)}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Shows a value: text without quotation marks, anything else as JSON. */
function ValueText({ json, longValueHint }: { readonly json: string; readonly longValueHint: string }) {
  const text = toText(json);
  return (
    <>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-14 text-ink-2">
        {text.slice(0, MAX_SHOWN_CHARS)}
        {text.length > MAX_SHOWN_CHARS && "…"}
      </p>
      {text.length > MAX_SHOWN_CHARS && <p className="mt-1 text-14 text-ink-3">{longValueHint}</p>}
    </>
  );
}

function toText(json: string): string {
  const value: unknown = JSON.parse(json);
  // An empty text would look as if there were no value.
  return typeof value === "string" && value.trim() !== "" ? value : json;
}
