/** The result for one file. */
export interface Outcome {
  family: string;
  file: string;
  listed: boolean;
  completed: boolean;
  hasTakenBlock: boolean;
  /** The file's output, or the reason why there is none. */
  detail: string;
  isRight?: boolean;
  refused?: string | undefined;
  missing?: string | undefined;
}

/**
 * Formats the table of the corpus: how many files were listed, completed and correctly refused, and which files failed.
 */
export function formatReport(outcomes: readonly Outcome[]): string {
  const rows = [...new Set(outcomes.map(({ family }) => family))].map((family) =>
    formatRow(
      family,
      outcomes.filter((outcome) => outcome.family === family),
    ),
  );
  const wrong = outcomes.filter(({ isRight }) => !isRight);
  const refused = outcomes.filter((outcome) => outcome.refused !== undefined && outcome.isRight);
  return [
    "# Agents of the corpus",
    "",
    "Written by `npm run corpus`. Each file is uploaded unchanged to a real server, with the package block that the upload",
    "offers, and run with an input. Its output is compared with the expected one. The model repeats what it reads.",
    "",
    "| family | files | listed | completed with the right output | correctly refused | right |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    formatRow("all", outcomes),
    "",
    ...(wrong.length > 0 ? ["## Files that do not pass", ""] : []),
    ...wrong.map(
      ({ family, file, missing, detail }) => `- \`${family}/${file}\`: ${missing ?? detail.slice(0, 300)}`,
    ),
    "",
    "## Files that cannot run here, with the reason shown to their author",
    "",
    ...refused.map(({ family, file, detail }) => `- \`${family}/${file}\`: ${formatReason(detail)}`),
    "",
  ].join("\n");
}

/** Formats a reason as one line and truncates it, because some reasons quote a whole file. */
const formatReason = (detail: string) => detail.replace(/\s+/g, " ").slice(0, 300);

function formatRow(title: string, outcomes: readonly Outcome[]): string {
  const count = (has: (outcome: Outcome) => boolean) => outcomes.filter(has).length;
  const right = count(({ isRight }) => isRight === true);
  return `| ${[
    title,
    outcomes.length,
    count(({ listed }) => listed),
    count((outcome) => !outcome.refused && outcome.isRight === true),
    count((outcome) => outcome.refused !== undefined && outcome.isRight === true),
    `${Math.round((100 * right) / outcomes.length)} %`,
  ].join(" | ")} |`;
}
