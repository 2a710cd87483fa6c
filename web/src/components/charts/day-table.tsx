import type { DayPoint } from "./day-points.ts";

export interface DayTableProps {
  readonly title: string;
  readonly points: readonly DayPoint[];
  readonly columns: readonly string[];
}

/** The figures of a chart for those who do not see it. */
export function DayTable({ title, points, columns }: DayTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.date}>
              <th scope="row">{point.date}</th>
              {point.cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
