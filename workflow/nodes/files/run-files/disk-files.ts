import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Workflow } from "../../../model/workflow.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { parseInputFile, toPlainName } from "../../triggers/caller-input.ts";

import { createBinaryFile, getBaseName } from "../binary-file.ts";
import { MAX_PATH_CHARS, normalizePath } from "./run-files.ts";

/** A file on the author's disk that a workflow reads, and the input field in which callers provide a replacement. */
export interface DiskFile {
  path: string;
  name: string;
}

const getFileName = (path: string): string => toPlainName(getBaseName(path));

/** Returns the literal path of a single file, or undefined for patterns and expressions. */
function getFixedPath(value: JsonValue | undefined): string | undefined {
  if (typeof value !== "string" || /\{\{|[*?{]/.test(value) || value.length > MAX_PATH_CHARS)
    return undefined;
  const path = normalizePath(value.replace(/^=/, ""));
  return getBaseName(path) === "" ? undefined : path;
}

const isWriting = ({ type, parameters }: WorkflowNode) =>
  type === "n8n-nodes-base.writeBinaryFile" ||
  (type === "n8n-nodes-base.readWriteFile" && parameters.operation === "write");

function readPath({ type, parameters }: WorkflowNode): string | undefined {
  if (type === "n8n-nodes-base.readBinaryFile") return getFixedPath(parameters.filePath);
  return type === "n8n-nodes-base.readWriteFile" ? getFixedPath(parameters.fileSelector) : undefined;
}

/**
 * Returns the files that a workflow reads but does not write. Runs have no disk, so the caller must provide these
 * files.
 */
export function findDiskFiles(workflow: Workflow): DiskFile[] {
  const nodes = [...workflow.nodes.values()].filter(({ disabled }) => !disabled);
  const writing = nodes.filter(isWriting);
  const written = new Set(writing.map(({ parameters }) => getFixedPath(parameters.fileName)));
  const read = nodes.filter((node) => !isWriting(node)).map(readPath);
  const requiredPaths = new Set(read.filter((path) => path !== undefined && !written.has(path)));
  return [...requiredPaths].flatMap((path) =>
    path === undefined ? [] : [{ path, name: getFileName(path) }],
  );
}

/** Returns the caller's file that replaces a file on the author's disk, or undefined. */
export function findInputFile({ workflow, callerInput }: NodeContext, path: string): BinaryFile | undefined {
  const diskFile = findDiskFiles(workflow).find((file) => file.path === normalizePath(path));
  if (!diskFile || !Object.hasOwn(callerInput, diskFile.name)) return undefined;
  const file = parseInputFile(callerInput[diskFile.name] ?? null);
  return file && createBinaryFile(file.bytes, { fileName: getBaseName(path) });
}
