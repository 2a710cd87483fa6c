import { parse, TomlError } from "smol-toml";
import * as z from "zod";
import { ArchiveProblem } from "./archive-problem.ts";
import type { ArchiveFile } from "./read-archive.ts";

/** The declarations of an archive's pyproject.toml and requirements.txt. Everything else in them is ignored. */
export interface Project {
  /** The path of the file with the entry point. */
  entry: string | undefined;
  /** The declared packages; undefined if neither file declares any. */
  dependencies: string[] | undefined;
  requiresPython: string | undefined;
  hosts: string[];
  secrets: string[];
  /** The project's name. */
  name: string | undefined;
  /** The functions that the project's commands would call after an installation, keyed by the command's name. */
  scripts: Record<string, string>;
  /**
   * The setting in pyproject.toml that takes packages from somewhere other than the index, such as
   * `sources of [tool.uv]`.
   */
  otherSource: string | undefined;
}

/**
 * A pyproject.toml or requirements.txt is a few kB long. A longer one is something else, such as a lock file.
 */
const LONGEST_BYTES = 64 * 1024;

/**
 * The settings with which other tools take packages from elsewhere. `stoa_sandbox/inspection`
 * lists uv's settings as well.
 */
const OTHER_SOURCES = {
  uv: ["sources", "index", "index-url", "extra-index-url", "find-links"],
  poetry: ["source"],
  pdm: ["source"],
} as const;

const texts = z.array(z.string());
const Pyproject = z.object({
  project: z
    .object({
      dependencies: texts.exactOptional(),
      "requires-python": z.string().exactOptional(),
      name: z.string().optional().catch(undefined),
      scripts: z.record(z.string(), z.string()).catch({}).default({}),
    })
    .exactOptional(),
  tool: z
    .object({
      stoa: z
        .object({
          entry: z.string().exactOptional(),
          hosts: texts.default([]),
          secrets: texts.default([]),
        })
        .exactOptional(),
      uv: z.unknown().optional(),
      poetry: z.unknown().optional(),
      pdm: z.unknown().optional(),
    })
    .exactOptional(),
});

function findText(files: readonly ArchiveFile[], path: string): string | undefined {
  const file = files.find((each) => each.path === path);
  if (!file) return undefined;
  if (file.bytes.length > LONGEST_BYTES)
    throw new ArchiveProblem(`${path} is larger than ${LONGEST_BYTES / 1024} KiB.`);
  return file.bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function readPyproject(text: string): z.infer<typeof Pyproject> {
  let table: unknown;
  try {
    table = parse(text);
  } catch (error) {
    const place = error instanceof TomlError ? `, line ${error.line}` : "";
    throw new ArchiveProblem(`pyproject.toml${place} is not TOML.`);
  }
  const read = Pyproject.safeParse(table);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join(".") ?? "";
  throw new ArchiveProblem(`pyproject.toml: ${path} must have the form that the documentation shows.`);
}

/**
 * Reads the requirements of a requirements.txt, without comments, hashes and line breaks.
 * @throws ArchiveProblem for an option of pip.
 */
export function readRequirements(text: string): string[] {
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const requirement = line
      .replace(/(?:^|\s)#.*$/, "")
      .replace(/\s--hash[= ]\S+/g, "")
      .trim();
    if (requirement.startsWith("-"))
      throw new ArchiveProblem(
        `requirements.txt, line ${index + 1}: options such as ${requirement.split(/[\s=]/)[0]} have no effect on Stoa. List the packages themselves.`,
      );
    return requirement === "" ? [] : [requirement];
  });
}

function findOtherSource(
  tool: Partial<Record<keyof typeof OTHER_SOURCES, unknown>> | undefined,
): string | undefined {
  for (const name of ["uv", "poetry", "pdm"] as const) {
    const table = tool?.[name];
    if (typeof table !== "object" || table === null) continue;
    const key = OTHER_SOURCES[name].find((each) => each in table);
    if (key !== undefined) return `${key} of [tool.${name}]`;
  }
  return undefined;
}

/** Reads the declarations of an archive about its agent. @throws ArchiveProblem if a declaration is invalid. */
export function readProject(files: readonly ArchiveFile[]): Project {
  const pyproject = findText(files, "pyproject.toml");
  const { project, tool } = pyproject === undefined ? {} : readPyproject(pyproject);
  const requirements = findText(files, "requirements.txt");
  return {
    entry: tool?.stoa?.entry,
    dependencies:
      project?.dependencies ?? (requirements === undefined ? undefined : readRequirements(requirements)),
    requiresPython: project?.["requires-python"],
    hosts: tool?.stoa?.hosts ?? [],
    secrets: tool?.stoa?.secrets ?? [],
    name: project?.name,
    scripts: project?.scripts ?? {},
    otherSource: findOtherSource(tool),
  };
}
