import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A piece of code of a README, with the heading that it stands under. */
export interface Example {
  heading: string;
  language: string;
  code: string;
}

/** Where READMEs say that a server is. */
export const README_ORIGIN = "https://stoa.example";

export const sdkFolder = (sdk: "js" | "python"): string =>
  fileURLToPath(new URL(`../../sdks/${sdk}`, import.meta.url));

/** All code of an SDK's README. */
export function examplesOf(sdk: "js" | "python"): Example[] {
  const readme = readFileSync(`${sdkFolder(sdk)}/README.md`, "utf8");
  const found = readme.matchAll(/^## (?<heading>[^\n]+)$|^```(?<language>\w+)\n(?<code>.*?)^```$/gms);
  const examples: Example[] = [];
  let heading = "Install";
  for (const { groups = {} } of found)
    if (groups.heading !== undefined) heading = groups.heading;
    else examples.push({ heading, language: groups.language ?? "", code: groups.code ?? "" });
  return examples;
}
