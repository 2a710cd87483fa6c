import type { ReactNode } from "react";

interface SettingRowProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Shows a setting that takes effect immediately: title, consequence and button. */
export function SettingRow({ title, hint, action, children }: SettingRowProps) {
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium text-14">{title}</h3>
          <p className="mt-0.5 text-14 text-ink-2">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
