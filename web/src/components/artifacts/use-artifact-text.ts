import { useQuery } from "@tanstack/react-query";
import type { ArtifactLink } from "./artifact-link.ts";

/** The size of the part of a file that the app shows: about 10,000 rows or 200 pages. */
export const TEXT_BYTES = 1_000_000;

export interface ArtifactText {
  readonly text: string;
  /** Whether the file continues after the text. */
  readonly isCut: boolean;
}

/** Loads the beginning of a text file. A file never changes, so its text is loaded once. */
export function useArtifactText(id: string, size: number, { fetchContent }: ArtifactLink) {
  return useQuery<ArtifactText>({
    queryKey: ["artifact-text", id],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const isCut = size > TEXT_BYTES;
      const headers = isCut ? { range: `bytes=0-${TEXT_BYTES - 1}` } : {};
      const response = await fetchContent({ headers, signal });
      if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`);
      const text = await response.text();
      // The last line may be incomplete.
      return { text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1) || text : text, isCut };
    },
  });
}
