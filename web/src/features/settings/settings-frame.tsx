import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHeading } from "../../components/page-heading.tsx";

/** The tabs of Settings, by their names in the URL. */
export const SETTINGS_TABS = [
  "general",
  "billing",
  "plans",
  "connectors",
  "files",
  "memory",
  "logs",
  "api",
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

const NAMES: Record<SettingsTab, string> = {
  general: "General",
  billing: "Billing",
  plans: "Plans",
  connectors: "Connectors",
  memory: "Memory",
  files: "Files",
  logs: "Logs",
  api: "API",
};

/** Scrolls the open tab into view on a phone, where the tabs scroll sideways. The page itself does not scroll. */
function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.closest("nav");
  if (!link || !row) return;
  row.scrollLeft += link.getBoundingClientRect().right - row.getBoundingClientRect().right + ROW_MARGIN;
}

/** The margin of the row in pixels, which equals the page's own margin. */
const ROW_MARGIN = 16;

/** Shows Settings with its tabs: at the side on a desktop, in a scrolling row on a phone. Each tab has its own URL. */
export function SettingsFrame({
  tab,
  children,
}: {
  readonly tab: SettingsTab;
  readonly children: ReactNode;
}) {
  return (
    <div className="page pt-8">
      <PageHeading title="Settings" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[12rem_1fr]">
        <nav aria-label="Settings" className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
          <ul className="flex gap-1 max-lg:w-max lg:sticky lg:top-22 lg:grid">
            {SETTINGS_TABS.map((name) => (
              <li key={name}>
                <Link
                  ref={name === tab ? showInRow : undefined}
                  to="/settings/$tab"
                  params={{ tab: name }}
                  aria-current={name === tab ? "page" : undefined}
                  className="flex h-10 items-center rounded-2 px-3 text-14 hover:bg-sunken aria-[current=page]:bg-ink aria-[current=page]:text-bg max-md:h-11"
                >
                  {NAMES[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}
