import type { Agent } from "@stoa/contract/catalog";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural } from "../../lib/format.ts";

const PackageDialog = lazy(() => import("./package-dialog.tsx"));

/** Shows the packages that an agent declares; nothing if it declares none. */
export function PackagesSection({ agent }: { readonly agent: Agent }) {
  const [open, setOpen] = useState(false);
  const declared = agent.packages;
  if (declared === undefined || declared.length === 0) return null;
  return (
    <section className="mb-8">
      <h3 className="mb-3 text-18">Packages</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {declared.map((name) => (
          <li key={name} className="mono px-4 py-2.5 text-12 [overflow-wrap:anywhere]">
            {name}
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="outline"
        className="mt-3"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Versions and sizes
      </Button>
      <p className="mt-2 text-14 text-ink-2">
        The developer chose {formatPlural(declared.length, "package")}. They run in the sandbox, as the agent
        does.
      </p>
      {open && (
        <Suspense fallback={<Skeleton className="mt-3 h-40 w-full" />}>
          <PackageDialog agent={agent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
