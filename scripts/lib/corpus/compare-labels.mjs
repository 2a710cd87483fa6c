/** @typedef {{ runs: boolean; unsupported: string[]; connectors: string[]; inputs: string[] }} Label */

/** @param {readonly string[]} names */
const sortNames = (names) => JSON.stringify([...names].sort());

/**
 * Returns the facts in a report that manual labels also contain.
 * @param {any} report
 * @returns {Label}
 */
function toLabel({ runs, unsupported, connectors, parameters }) {
  return {
    runs,
    unsupported: unsupported.flatMap((/** @type {any} */ { onPath, node }) => (onPath ? [node] : [])),
    connectors: connectors.map((/** @type {any} */ { service }) => service),
    inputs: parameters.map((/** @type {any} */ { name }) => name),
  };
}

/**
 * Describes the differences between a report and the manual label of the file.
 * @param {Label} label
 * @param {any} report
 * @returns {string[]}
 */
export function findDisagreements(label, report) {
  if (!("runs" in report)) return [`cannot be read: ${report.problem.message}`];
  const reportLabel = toLabel(report);
  const runs =
    label.runs === reportLabel.runs
      ? []
      : [`runs: ${label.runs} in the label, ${reportLabel.runs} in the report`];
  const lists = /** @type {const} */ (["unsupported", "connectors", "inputs"]).flatMap((key) =>
    sortNames(label[key]) === sortNames(reportLabel[key])
      ? []
      : [
          `${key}: ${label[key].join(", ") || "none"} in the label, ${reportLabel[key].join(", ") || "none"} in the report`,
        ],
  );
  return [...runs, ...lists];
}
