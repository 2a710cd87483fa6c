import type { ReactNode } from "react";

interface PageHeadingProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
}

/** Shows the heading of a page, with its actions at the right. */
export function PageHeading({ title, subtitle, actions }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="text-36">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-16 text-ink-2">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** Shows the heading of a section, with a link or count at the right. */
export function SectionHeading({
  title,
  note,
  aside,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="flex items-baseline gap-3 text-22">
        {title}
        {note !== undefined && <span className="font-normal text-14 text-ink-2 tracking-normal">{note}</span>}
      </h2>
      {aside}
    </div>
  );
}
