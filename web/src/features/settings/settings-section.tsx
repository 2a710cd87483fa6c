import type { ReactNode } from "react";
import { Panel } from "../../components/panel.tsx";

interface SettingsSectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** Shows one section of a settings tab: its heading, an explanation, and its controls in a frame. */
export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  return (
    <section>
      <h2 className="text-22">{title}</h2>
      {hint !== undefined && <p className="mt-1 text-14 text-ink-2">{hint}</p>}
      <Panel className="mt-4 p-5">{children}</Panel>
    </section>
  );
}
