import { formatBytes } from "../../lib/format.ts";
import { LazyMarkdown } from "../lazy-markdown.tsx";
import { ScrollRegion } from "../scroll-region.tsx";
import { TEXT_BYTES } from "./use-artifact-text.ts";

interface ArtifactTextProps {
  readonly name: string;
  readonly kind: "markdown" | "json" | "text";
  readonly text: string;
  readonly size: number;
  readonly isCut: boolean;
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Says that the app shows only the beginning of a file. */
export function CutNote({ size }: { readonly size: number }) {
  return (
    <p className="border-line border-t px-3 py-2 text-14 text-ink-2">
      This is the first {formatBytes(TEXT_BYTES)} of {formatBytes(size)}. Download the file to see all of it.
    </p>
  );
}

/** Shows a text file: Markdown as a document, JSON with line breaks, other text as it is. */
export function ArtifactText({ name, kind, text, size, isCut }: ArtifactTextProps) {
  return (
    <>
      <ScrollRegion label={`Content of ${name}`} isLandmark={false} isTall>
        {kind === "markdown" ? (
          <div className="px-4 py-3">
            <LazyMarkdown text={text} />
          </div>
        ) : (
          <pre className="mono w-max min-w-full px-4 py-3 text-12 leading-5">
            {kind === "json" && !isCut ? formatJson(text) : text}
          </pre>
        )}
      </ScrollRegion>
      {isCut && <CutNote size={size} />}
    </>
  );
}
