import { ReferenceText } from "./reference-text.tsx";
import type { SchemaRow } from "./schema-rows.ts";

/** Fields with what they hold; fields within fields unfold. */
export function SchemaTree({ rows }: { readonly rows: readonly SchemaRow[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <li key={row.name} className="py-2.5">
          <Field row={row} />
        </li>
      ))}
    </ul>
  );
}

function Field({ row }: { readonly row: SchemaRow }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        {row.name && <code className="mono break-all font-semibold text-12">{row.name}</code>}
        <span className="mono text-12 text-ink-3">{row.type}</span>
        {row.isRequired && <span className="text-12 text-ink-2">required</span>}
        {row.bounds.map((bound) => (
          <span key={bound} className="mono text-11 text-ink-3">
            {bound}
          </span>
        ))}
      </p>
      {row.description && (
        <div className="mt-1 text-14 text-ink-2 [&_.prose]:text-14 [&_.prose]:leading-5">
          <ReferenceText text={row.description} />
        </div>
      )}
      <Choices values={row.choices} />
      {row.children.length > 0 && <Children row={row} />}
    </>
  );
}

function Choices({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {values.map((value) => (
        <code key={value} className="mono rounded-2 bg-sunken px-1.5 py-0.5 text-11">
          {value}
        </code>
      ))}
    </p>
  );
}

function Children({ row }: { readonly row: SchemaRow }) {
  const count = row.children.length;
  return (
    <details className="mt-1.5">
      <summary className="inline-flex min-h-8 items-center text-12 text-ink-2 hover:text-ink max-md:min-h-11">
        {count === 1 ? "1 field" : `${count} fields`}
        <span className="sr-only"> of {row.name}</span>
      </summary>
      <div className="mt-1 border-line border-l pl-4">
        <SchemaTree rows={row.children} />
      </div>
    </details>
  );
}
