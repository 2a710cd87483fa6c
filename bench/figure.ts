/** One promised figure: what was measured, what the goal is, whether it was met in this run. */
export interface Figure {
  name: string;
  measured: string;
  goal: string;
  met: boolean;
  /** The raw numbers behind it. */
  detail: string;
}

/** Prints figures as a table for a terminal. */
export function printFigures(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map((figure) => figure.name.length));
  for (const figure of figures) {
    console.log(
      `${figure.met ? "met   " : "MISSED"}  ${figure.name.padEnd(width)}  ${figure.measured}  (goal ${figure.goal})`,
    );
    console.log(`${" ".repeat(width + 10)}${figure.detail}`);
  }
}
