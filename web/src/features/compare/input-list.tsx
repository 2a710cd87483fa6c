import type { InputParam } from "@stoa/contract/catalog";

/** What an agent takes: name and type, and which may be left out. */
export function InputList({ inputs }: { readonly inputs: readonly InputParam[] }) {
  if (inputs.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <ul className="grid gap-1.5">
      {inputs.map(({ name, type, required }) => (
        <li key={name} className="wrap-anywhere">
          <span className="mono text-12">{name}</span>{" "}
          <span className="text-12 text-ink-3">
            {type}
            {!required && ", optional"}
          </span>
        </li>
      ))}
    </ul>
  );
}
