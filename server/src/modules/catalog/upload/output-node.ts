import type { Inspection } from "@stoa/runtime/protocol";

const refused = (inspection: Inspection, message: string): Inspection => ({
  ...inspection,
  entryProblem: { message },
});

/** A file whose answer is what a node gives that its developer has chosen, or why it cannot be. */
export function withOutputNode(inspection: Inspection, name: string | undefined): Inspection {
  const { entry, outputNodes } = inspection;
  if (name === undefined || !entry) return inspection;
  if (!outputNodes) return refused(inspection, "An output node can be named for an n8n workflow alone");
  if (!outputNodes.includes(name)) return refused(inspection, `Output node '${name}' is never reached`);
  return { ...inspection, entry: { ...entry, output: name } };
}
