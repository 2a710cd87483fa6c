import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { ErrorState } from "../../components/error-state.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { SnippetLanguage } from "../../lib/code-snippets.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { Chapters } from "./chapters.tsx";
import { OperationSection } from "./operation-section.tsx";
import { linkFinder, ReferenceLinks } from "./reference-links.ts";
import { ReferenceNav } from "./reference-nav.tsx";
import { ReferenceText } from "./reference-text.tsx";
import { useApiDocument } from "./use-api-document.ts";

export interface ReferencePageProps {
  /** The slug of a part of the API; without one the chapters that hold for all. */
  readonly part?: string;
  /** What the address names on the page. */
  readonly hash: string;
}

/** The reference of the API, made from the description that this server serves. */
export function ReferencePage({ part: slug, hash }: ReferencePageProps) {
  const { data, error, refetch } = useApiDocument();
  const part = data?.parts.find((one) => one.slug === slug);
  useDocumentTitle(part ? `${part.name} · API reference` : "API reference");
  useShown(hash, data !== undefined);
  if (error && !data)
    return (
      <ErrorState
        title="The API's description could not be loaded"
        detail="Nothing else is affected. Try again."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading />;
  if (slug !== undefined && !part)
    return <NotFound title="Page not found" hint="The API has no part of this name." />;
  const nav = <ReferenceNav chapters={data.chapters} parts={data.parts} current={slug} />;
  return (
    <ReferenceLinks value={linkFinder(data.parts)}>
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

type Data = NonNullable<ReturnType<typeof useApiDocument>["data"]>;

function PartSection({ data, part }: { readonly data: Data; readonly part: Data["parts"][number] }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  return (
    <div className="min-w-0">
      <h1 className="text-36">{part.name}</h1>
      <div className="mt-2 mb-8 max-w-[68ch] text-ink-2">
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

/** Brings into sight what the address names, when it is there: the router looked before the description had come. */
function useShown(hash: string, isThere: boolean): void {
  useEffect(() => {
    if (isThere && hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [hash, isThere]);
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading the API reference"
      className="page grid gap-x-10 pt-8 lg:grid-cols-[16rem_1fr]"
    >
      <div className="grid content-start gap-3 max-lg:hidden">
        {Array.from({ length: 12 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={row} className="h-6 w-48" />
        ))}
      </div>
      <div className="grid content-start gap-4">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  );
}
