/** @typedef {{ runs: boolean; unsupported: string[]; connectors: string[]; inputs: string[] }} Label */

/** @param {readonly string[]} names */
const sorted = (names) => JSON.stringify([...names].sort());

/**
 * What a report says of what was labelled by hand.
 * @param {any} report
 * @returns {Label}
 */
function labelOf({ runs, unsupported, connectors, parameters }) {
  return {
    runs,
    unsupported: unsupported.flatMap((/** @type {any} */ { onPath, node }) => (onPath ? [node] : [])),
    connectors: connectors.map((/** @type {any} */ { service }) => service),
    inputs: parameters.map((/** @type {any} */ { name }) => name),
  };
}

/**
 * Where a report and the label that a person gave the file differ, in words.
 * @param {Label} label
 * @param {any} report
 * @returns {string[]}
 */
export function disagreements(label, report) {
  if (!("runs" in report)) return [`cannot be read: ${report.problem.message}`];
  const told = labelOf(report);
  const runs = label.runs === told.runs ? [] : [`runs: ${label.runs} by hand, ${told.runs} by the report`];
  const lists = /** @type {const} */ (["unsupported", "connectors", "inputs"]).flatMap((key) =>
    sorted(label[key]) === sorted(told[key])
      ? []
      : [
          `${key}: ${label[key].join(", ") || "none"} by hand, ${told[key].join(", ") || "none"} by the report`,
        ],
  );
  return [...runs, ...lists];
}
