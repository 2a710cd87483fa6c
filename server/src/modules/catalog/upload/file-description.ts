import type { Declaration, Framework, InputParameter, Inspection } from "@stoa/runtime/protocol";
import { NOTHING_DECLARED } from "@stoa/runtime/protocol";

/** A file's description of itself. It fills in the upload form, even if a check fails. */
export interface FileDescription {
  framework: Framework | null;
  suggested: { name: string | null; description: string | null };
  inputs: InputParameter[];
  /** The nodes of a workflow whose output can be the answer. */
  outputNodes: string[];
  /** The node that the workflow itself names for the answer. */
  outputNode: string | null;
  declaration: Declaration;
}

/** The description of a file that could not be read. */
export const NO_DESCRIPTION: FileDescription = {
  framework: null,
  suggested: { name: null, description: null },
  inputs: [],
  outputNodes: [],
  outputNode: null,
  declaration: NOTHING_DECLARED,
};

/** Returns the description that a file gives of itself, once its framework is known. */
export function describeFile(
  framework: Framework,
  { parameters, declaration, entry, outputNodes = [] }: Inspection,
): FileDescription {
  return {
    framework,
    suggested: { name: declaration.name ?? null, description: declaration.description ?? null },
    inputs: parameters,
    outputNodes,
    outputNode: entry?.output ?? null,
    declaration,
  };
}
