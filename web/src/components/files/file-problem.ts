import { formatBytes } from "../../lib/format.ts";

/** Returns why the server would refuse a file; null if it would not. `maxBytes`: the limit of the plan, if it is known. */
export function findFileProblem({ size }: Pick<File, "size">, maxBytes: number | undefined): string | null {
  if (size === 0) return "This file is empty. Choose another file.";
  if (maxBytes === undefined || size <= maxBytes) return null;
  return `This file is too large. Your plan allows files up to ${formatBytes(maxBytes)}.`;
}
