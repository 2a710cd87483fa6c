/** A figure that the project promises, with the measured value, the goal and whether the goal was met. */
export interface Figure {
  name: string;
  measurement: string;
  goal: string;
  met: boolean;
  /** The underlying raw numbers. */
  detail: string;
}

/** Prints figures as a table for a terminal. */
export function printFigures(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map((figure) => figure.name.length));
  for (const figure of figures) {
    console.log(
      `${figure.met ? "met   " : "MISSED"}  ${figure.name.padEnd(width)}  ${figure.measurement}  (goal ${figure.goal})`,
    );
    console.log(`${" ".repeat(width + 10)}${figure.detail}`);
  }
}
