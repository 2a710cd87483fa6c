import type { Operation } from "./read-operations.ts";
import { ReferenceText } from "./reference-text.tsx";

/** What can go wrong: each status with its codes. */
export function OperationFailures({ failures }: { readonly failures: Operation["failures"] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {failures.map(({ status, description }) => (
        <div key={status} className="grid grid-cols-[3.5rem_1fr] gap-x-2 py-2.5">
          <dt className="mono pt-0.5 font-semibold text-12">{status}</dt>
          <dd className="min-w-0 text-ink-2">
            <ReferenceText text={description} isSmall />
          </dd>
        </div>
      ))}
    </dl>
  );
}
