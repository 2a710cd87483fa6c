import type { Template } from "@stoa/contract/templates";
import { useQuery } from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";
import { fetchFile } from "../lib/save-file.ts";

/** Returns the templates. Only a release changes them. */
export function useTemplates() {
  return useQuery({
    queryKey: ["templates"],
    queryFn: ({ signal }) => call("templates.catalog", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function fetchTemplate({ id, filename }: Template): Promise<File> {
  return fetchFile(await getPath("templates.download", { params: { id } }), filename);
}
