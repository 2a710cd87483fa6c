import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { fetchApi } from "../../../lib/fetch-api.ts";
import { Code } from "./code.tsx";

/** A template of this server, whole: the same file that is tried with every release. */
export function TemplateFile({ id, filename }: { readonly id: string; readonly filename: string }) {
  const path = `/templates/download/${id}`;
  const file = useQuery({
    queryKey: ["template-file", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await fetchApi(path, { signal })).text(),
  });
  if (file.isError && !file.data)
    return <ErrorState title="The file could not be loaded" onRetry={() => file.refetch()} />;
  if (!file.data) return <Skeleton className="h-96 w-full" />;
  return (
    <div>
      <div className="[&_pre]:max-h-112">
        <Code code={file.data} language={filename} />
      </div>
      <p className="mt-2 text-14">
        <a href={`/api/v1${path}`} download={filename} className="inline-flex min-h-11 items-center">
          Download {filename}
        </a>
      </p>
    </div>
  );
}
