import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabItem {
  readonly value: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly items: readonly TabItem[];
  readonly onChange: (value: string) => void;
  readonly panelClassName?: string;
}

/** Shows tabs with a line under the selected one; arrow keys move and select. */
export function Tabs({ label, value, items, onChange, panelClassName = "pt-6" }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next: unknown) => onChange(String(next))}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className="-mb-px h-11 shrink-0 whitespace-nowrap border-transparent border-b-2 text-14 font-medium text-ink-2 -outline-offset-2 hover:text-ink data-active:border-ink data-active:text-ink"
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className={panelClassName}>
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
