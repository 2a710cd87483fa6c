import type { ScoreParts as Parts } from "@stoa/contract/recommendations";
import { NOT_MEASURED } from "../../lib/format.ts";

const NAMES: ReadonlyArray<{ readonly part: keyof Parts; readonly label: string }> = [
  { part: "words", label: "Words" },
  { part: "name", label: "Name" },
  { part: "meaning", label: "Meaning" },
  { part: "quality", label: "Quality" },
];

/** What a score is made of, each as a share and a bar. */
export function ScoreParts({ parts }: { readonly parts: Parts }) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-4">
      {NAMES.map(({ part, label }) => {
        const share = parts[part];
        return (
          <div key={part} className="min-w-0">
            <dt className="label">{label}</dt>
            <dd className="mono text-12">
              {share === null ? NOT_MEASURED : `${Math.round(share * 100)}%`}
              <span aria-hidden="true" className="mt-1 block h-1 bg-sunken">
                <span className="block h-full bg-ink-2" style={{ width: `${(share ?? 0) * 100}%` }} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
