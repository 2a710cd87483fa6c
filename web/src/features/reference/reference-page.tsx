import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { ErrorState } from "../../components/error-state.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useApiDocument } from "./use-api-document.ts";

const ReferenceBody = lazyRouteComponent(() => import("./reference-body.tsx"));

// The body includes the text renderer, so its code loads while the API description loads.
void ReferenceBody.preload?.();

interface ReferencePageProps {
  /** The slug of a section of the API; without one, the chapters for all operations. */
  readonly part?: string;
  /** The anchor in the URL. */
  readonly hash: string;
}

/** Shows the API reference, generated from this server's API description. */
export function ReferencePage({ part: slug, hash }: ReferencePageProps) {
  const { data, error, refetch } = useApiDocument();
  const part = data?.parts.find((one) => one.slug === slug);
  useDocumentTitle(part ? `${part.name} · API reference` : "API reference");
  if (error && !data)
    return (
      <ErrorState
        title="Could not load the API reference"
        detail="Please try again."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading />;
  if (slug !== undefined && !part) return <NotFound title="Page not found" hint="No such section." />;
  return (
    <Suspense fallback={<Loading />}>
      <ReferenceBody data={data} part={part} hash={hash} />
    </Suspense>
  );
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
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
