import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import type { SnippetLanguage } from "../../lib/code-snippets.ts";
import { Chapters } from "./chapters.tsx";
import { OperationSection } from "./operation-section.tsx";
import { createLinkFinder, ReferenceLinks } from "./reference-links.ts";
import { ReferenceNav } from "./reference-nav.tsx";
import { ReferenceText } from "./reference-text.tsx";
import type { useApiDocument } from "./use-api-document.ts";

type Data = NonNullable<ReturnType<typeof useApiDocument>["data"]>;

export interface ReferenceBodyProps {
  readonly data: Data;
  /** If it is absent, the chapters for all operations are shown. */
  readonly part: Data["parts"][number] | undefined;
  /** The anchor in the URL. */
  readonly hash: string;
}

/** Shows the table of contents next to a section of the API, or next to its chapters. */
export default function ReferenceBody({ data, part, hash }: ReferenceBodyProps) {
  useShown(hash);
  const nav = <ReferenceNav chapters={data.chapters} parts={data.parts} current={part?.slug} />;
  return (
    <ReferenceLinks value={createLinkFinder(data.parts)}>
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-10 pt-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <details className="mb-6 border border-line bg-surface lg:hidden">
          <summary className="flex h-12 items-center justify-between px-4 font-medium text-16">
            Contents
            <ChevronDown aria-hidden="true" size={18} className="[[open]>summary>&]:rotate-180" />
          </summary>
          <div className="max-h-[70dvh] overflow-y-auto border-line border-t p-3">{nav}</div>
        </details>
        <aside className="sticky top-14 max-h-[calc(100dvh-3.5rem)] self-start overflow-y-auto py-2 pr-2 max-lg:hidden">
          {nav}
        </aside>
        {part ? (
          <PartSection key={part.slug} data={data} part={part} />
        ) : (
          <Chapters chapters={data.chapters} parts={data.parts} />
        )}
      </div>
    </ReferenceLinks>
  );
}

function PartSection({ data, part }: { readonly data: Data; readonly part: Data["parts"][number] }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  return (
    <div className="min-w-0">
      <h1 className="text-36">{part.name}</h1>
      <div className="mt-2 mb-8 max-w-177 text-ink-2">
        <ReferenceText text={part.description} />
      </div>
      {part.operations.map((operation) => (
        <OperationSection
          key={operation.id}
          document={data.document}
          operation={operation}
          part={part.slug}
          language={language}
          onLanguage={setLanguage}
        />
      ))}
    </div>
  );
}

/**
 * Scrolls to the anchor in the URL once its content has loaded, because the router scrolls before the API description
 * arrives.
 */
function useShown(hash: string): void {
  useEffect(() => {
    if (hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
}
