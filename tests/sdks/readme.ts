import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A code block of a README, with the heading above it. */
export interface Example {
  heading: string;
  language: string;
  code: string;
}

/** The server URL in READMEs. */
export const README_ORIGIN = "https://stoa.example";

export const getSdkFolder = (sdk: "js" | "python"): string =>
  fileURLToPath(new URL(`../../sdks/${sdk}`, import.meta.url));

/** Returns all code of an SDK's README. */
export const readSdkExamples = (sdk: "js" | "python"): Example[] =>
  readExamples(`${getSdkFolder(sdk)}/README.md`);

/** Returns all code blocks of a Markdown page. */
export function readExamples(file: string): Example[] {
  const found = readFileSync(file, "utf8").matchAll(
    /^## (?<heading>[^\n]+)$|^```(?<language>\w+)\n(?<code>.*?)^```$/gms,
  );
  const examples: Example[] = [];
  let heading = "Install";
  for (const { groups = {} } of found)
    if (groups.heading !== undefined) heading = groups.heading;
    else examples.push({ heading, language: groups.language ?? "", code: groups.code ?? "" });
  return examples;
}
