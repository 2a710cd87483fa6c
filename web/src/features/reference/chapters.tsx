import { Link } from "@tanstack/react-router";
import type { Chapter, Part } from "./read-operations.ts";
import { ReferenceText } from "./reference-text.tsx";

interface ChaptersProps {
  readonly chapters: readonly Chapter[];
  readonly parts: readonly Part[];
}

/** Shows the information that applies to every operation, and the sections of the API. */
export function Chapters({ chapters, parts }: ChaptersProps) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-36">API reference</h1>
          <p className="mt-1 text-ink-2">Find, run and pay for AI agents by the token, from your code.</p>
        </div>
        <a href="/api/v1/openapi.json" className="link-alone text-14">
          OpenAPI 3.1
        </a>
      </div>
      <ul className="hairgrid mt-8 sm:grid-cols-2 xl:grid-cols-3">
        {parts.map(({ name, slug, description, operations }) => (
          <li key={slug} className="relative p-4 hover:bg-raised">
            <Link
              to="/docs/$part"
              params={{ part: slug }}
              className="font-semibold after:absolute after:inset-0"
            >
              {name}
            </Link>
            <span className="mono ml-2 text-11 text-ink-3">{operations.length}</span>
            <p className="mt-1 text-14 text-ink-2">{description}</p>
          </li>
        ))}
      </ul>
      {chapters.map(({ title, slug, text }) => (
        <section
          key={slug}
          id={slug}
          aria-labelledby={`${slug}-title`}
          className="mt-10 max-w-187 scroll-mt-20 border-line border-t pt-8"
        >
          <h2 id={`${slug}-title`} className="mb-3 text-22">
            {title}
          </h2>
          <ReferenceText text={text} />
        </section>
      ))}
    </div>
  );
}
