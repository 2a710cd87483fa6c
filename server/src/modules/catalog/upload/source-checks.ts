import { LIMITS } from "@stoa/contract";
import type { OpenedArchive } from "./archive/open-archive.ts";
import type { CheckResult } from "./check-list.ts";
import { checkJsonFramework, checkJsonSyntax, type JsonFile } from "./json-file.ts";
import { checkPythonFramework, checkPythonSyntax, type PythonFile } from "./python-file.ts";
import type { FrameworkFacts, UploadContext, UploadedFile } from "./upload-context.ts";

/** The number of left-out files and folders that a message names. */
const MOST_NAMED = 5;

interface SyntaxFacts {
  /** The uploaded file, or the Python file that a notebook was converted to. */
  file: UploadedFile;
  source: string;
  parsed: JsonFile | PythonFile;
}

/** Formats a size: 12,300 -> "12 KiB", 1,048,576 -> "1 MiB". */
function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / 1024 / 1024, "MiB"];
  return `${value.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}

/** Refuses an empty file. A file over the limit has already been refused with 413. */
export function checkSize({ file: { bytes, filename, archive } }: UploadContext): CheckResult<object> {
  if (bytes.length === 0) return { ok: false, detail: "The file is empty" };
  if (archive) return describeArchive(filename, archive);
  const detail = `${formatSize(bytes.length)} (limit ${formatSize(LIMITS.uploadMaxBytes)})`;
  return { ok: true, detail, facts: {} };
}

function describeArchive(main: string, { files, leftOut }: OpenedArchive): CheckResult<object> {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const size = `${files.length} files, ${formatSize(total)} (limit ${formatSize(LIMITS.archiveMaxBytes)}), main file ${main}`;
  const secrets = leftOut.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  const clutter = leftOut.filter(({ isSecret }) => !isSecret).map(({ name }) => name.replace(/^.*\//, ""));
  const tools = clutter.length === 0 ? "" : `. Left out ${listSome([...new Set(clutter)])}`;
  if (secrets.length === 0) return { ok: true, detail: size + tools, facts: {} };
  const pronoun = secrets.length === 1 ? "its" : "their";
  const detail = `${size}${tools}. Left out ${listSome(secrets)}: set ${pronoun} values under Secrets in the studio`;
  return { ok: true, warns: true, detail, facts: {} };
}

function listSome(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/**
 * Reads the source and parses it as JSON or as Python.
 * @throws AppError 503 runtime_unavailable if the sandbox cannot read a Python file.
 */
export async function checkSyntax(context: UploadContext): Promise<CheckResult<SyntaxFacts>> {
  const read = readSource(context.file.bytes);
  if ("problem" in read) return read.problem;
  const { source } = read;
  const isJson = /\.json$/i.test(context.file.filename);
  const result = await (isJson ? checkJsonSyntax(context, source) : checkPythonSyntax(context, source));
  if (!result.ok) return result;
  const { file } = context;
  const code = result.facts.language === "python" ? result.facts.inspection.source : undefined;
  if (code === undefined) return { ...result, facts: { file, source, parsed: result.facts } };
  const facts = { file: toPythonFile(file, code), source: code, parsed: result.facts };
  return { ...result, detail: "Python, from a notebook", facts };
}

/**
 * Recognizes the framework of a file.
 * @throws AppError 503 runtime_unavailable if the packages of the framework are missing.
 */
export function checkFramework(
  context: UploadContext & SyntaxFacts,
): CheckResult<FrameworkFacts> | Promise<CheckResult<FrameworkFacts>> {
  const { parsed, source, tools } = context;
  return parsed.language === "json"
    ? checkJsonFramework(tools.runtimes, parsed, source)
    : checkPythonFramework(tools.runtimes, parsed);
}

/** Reads source as UTF-8. Refuses a NUL character with its line, because neither PostgreSQL nor Python accepts one. */
function readSource(bytes: Uint8Array): { source: string } | { problem: CheckResult<never> } {
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const readable = new TextDecoder("utf-8").decode(bytes);
    const line = lineAt(readable, readable.indexOf("\uFFFD"));
    return { problem: { ok: false, detail: `Line ${line}: the file is not UTF-8 text`, line } };
  }
  const nul = source.indexOf("\0");
  if (nul < 0) return { source };
  const line = lineAt(source, nul);
  return { problem: { ok: false, detail: `Line ${line} contains a NUL character`, line } };
}

/** Returns the Python file that a notebook was converted to. The version stores it instead of the notebook. */
function toPythonFile(file: UploadedFile, code: string): UploadedFile {
  return { ...file, filename: file.filename.replace(/\.ipynb$/i, ".py"), bytes: Buffer.from(code) };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
