import type { ReactNode } from "react";
import { Folded } from "./folded.tsx";
import { ReferenceText } from "./reference-text.tsx";
import type { SchemaRow } from "./schema-rows.ts";

/**
 * Whether the fields belong to a request or to a response. Requests mark required fields; responses mark
 * optional fields.
 */
type Direction = "sent" | "answered";

interface SchemaTreeProps {
  readonly rows: readonly SchemaRow[];
  readonly direction: Direction;
}

/** Shows fields with their contents; nested fields can be expanded. */
export function SchemaTree({ rows, direction }: SchemaTreeProps) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <li key={row.name} className="py-2.5">
          <Field row={row} direction={direction} />
        </li>
      ))}
    </ul>
  );
}

function Field({ row, direction }: { readonly row: SchemaRow; readonly direction: Direction }) {
  const count = row.children.length;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        {row.name && <code className="mono break-all font-semibold text-12">{row.name}</code>}
        <span className="mono text-12 text-ink-3">{row.type}</span>
        <Presence row={row} direction={direction} />
        {row.bounds.map((bound) => (
          <span key={bound} className="mono text-11 text-ink-3">
            {bound}
          </span>
        ))}
      </p>
      {row.description && (
        <div className="mt-1 text-ink-2">
          <ReferenceText text={row.description} isSmall />
        </div>
      )}
      <Choices values={row.choices} />
      {count > 0 && (
        <Folded title={count === 1 ? "1 field" : `${count} fields`} of={row.name}>
          <div className="mt-1 border-line border-l pl-4">
            <SchemaTree rows={row.children} direction={direction} />
          </div>
        </Folded>
      )}
    </>
  );
}

function Presence({ row, direction }: { readonly row: SchemaRow; readonly direction: Direction }) {
  if (row.name === "" || row.isForm) return null;
  if (direction === "sent") return row.isRequired && <span className="text-12 text-ink-2">required</span>;
  return !row.isRequired && <span className="text-12 text-ink-2">optional</span>;
}

/** A longer list of choices is collapsed, because readers look values up instead of reading all of them. */
const CHOICES_SHOWN = 12;

function Choices({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  if (values.length <= CHOICES_SHOWN) return <ChoiceList values={values} />;
  return (
    <Folded title={`${values.length} values`}>
      <ChoiceList values={values} />
    </Folded>
  );
}

function ChoiceList({ values }: { readonly values: readonly string[] }): ReactNode {
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
