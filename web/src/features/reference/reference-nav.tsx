import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Input } from "../../components/input.tsx";
import { MethodMark } from "./method-mark.tsx";
import type { Chapter, Operation, Part } from "./read-operations.ts";

interface ReferenceNavProps {
  readonly chapters: readonly Chapter[];
  readonly parts: readonly Part[];
  /** The slug of the current section. */
  readonly current: string | undefined;
}

/** Returns whether every word of a search occurs in the operation's summary, method, path or id. */
function matches({ summary, path, method, id }: Operation, search: string): boolean {
  const text = `${summary} ${method} ${path} ${id}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Shows the table of contents; a search finds operations in every section. */
export function ReferenceNav({ chapters, parts, current }: ReferenceNavProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const found = parts
    .map((part) => ({
      ...part,
      operations: part.operations.filter((operation) => matches(operation, wanted)),
    }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <nav aria-label="API reference" className="grid content-start gap-5">
      <Input
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="md:h-10"
      />
      {wanted === "" && (
        <ul className="grid">
          {chapters.map(({ title, slug }) => (
            <li key={slug}>
              <Link to="/docs" hash={slug} className={ENTRY}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className="grid gap-1" aria-live="polite">
        {found.map((part) => (
          <li key={part.slug}>
            <Link
              to="/docs/$part"
              params={{ part: part.slug }}
              className={`${ENTRY} font-medium text-ink`}
              activeProps={{ className: "bg-sunken" }}
            >
              {part.name}
            </Link>
            {(wanted !== "" || part.slug === current) && <Operations part={part} />}
          </li>
        ))}
        {found.length === 0 && <li className="text-14 text-ink-2">No matching operation.</li>}
      </ul>
    </nav>
  );
}

const ENTRY =
  "flex min-h-8 items-center gap-2 rounded-4 px-2 py-1 text-14 text-ink-2 hover:bg-sunken hover:text-ink max-md:min-h-11";

function Operations({ part }: { readonly part: Part }) {
  return (
    <ul className="my-1 ml-2 border-line border-l pl-1">
      {part.operations.map(({ id, method, summary }) => (
        <li key={id}>
          <Link to="/docs/$part" params={{ part: part.slug }} hash={id} className={`${ENTRY} items-baseline`}>
            <MethodMark method={method} className="w-11 shrink-0 text-11" />
            <span className="line-clamp-2 min-w-0">{summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
