import { cx } from "../lib/class-names.ts";

interface SparklineProps {
  readonly values: readonly number[];
  /** A description of the bars for screen readers. */
  readonly label: string;
  readonly className?: string;
}

/** Shows small bars, oldest first, in the color of the text around them. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const top = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * 4}
      height={20}
      viewBox={`0 0 ${values.length * 4} 20`}
      className={cx("shrink-0", className)}
    >
      {values.map((value, index) => {
        const height = Math.max(1, (value / top) * 20);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position in time
          <rect key={index} x={index * 4} y={20 - height} width={3} height={height} fill="currentColor" />
        );
      })}
    </svg>
  );
}
