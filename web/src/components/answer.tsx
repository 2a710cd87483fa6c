import type { Artifact } from "@stoa/contract/files";
import type { Json } from "@stoa/contract/values";
import { memo } from "react";
import { replaceFiles } from "../lib/file-output.ts";
import { CodeBlock } from "./code-block.tsx";
import { LazyMarkdown } from "./lazy-markdown.tsx";

const NONE: readonly Artifact[] = [];

interface AnswerProps {
  readonly output: Json;
  /** The files that the agent returned, which are shown below the answer and not as JSON. */
  readonly artifacts?: readonly Artifact[];
  /** Whether the answer is still arriving. */
  readonly streaming?: boolean;
}

/** Shows an answer: text as Markdown, anything else as JSON. Renders again only if the answer changes. */
export const Answer = memo(function Answer({
  output: full,
  artifacts = NONE,
  streaming = false,
}: AnswerProps) {
  const output = replaceFiles(full, artifacts);
  if (output === null || output === "") return null;
  if (typeof output === "string") return <LazyMarkdown text={output} streaming={streaming} />;
  return <CodeBlock language="json" code={JSON.stringify(output, null, 2)} />;
});
