import { useQuery } from "@tanstack/react-query";
import { fetchApi } from "../../lib/fetch-api.ts";
import type { ApiDocument } from "./api-document.ts";
import { readChapters, readParts } from "./read-operations.ts";

/** Loads this server's public API description. */
export function useApiDocument() {
  return useQuery({
    queryKey: ["api-document"],
    // The description only changes with the server's version.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetchApi("/openapi.json", { signal });
      const document = (await response.json()) as ApiDocument;
      return { document, parts: readParts(document), chapters: readChapters(document) };
    },
  });
}
