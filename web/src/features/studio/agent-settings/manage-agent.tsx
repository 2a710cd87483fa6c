import type { Agent } from "@stoa/contract/catalog";
import type { ReactNode } from "react";
import { ArchiveOrDelete } from "./archive-or-delete.tsx";
import { CostLimitsForm } from "./cost-limits-form.tsx";
import { ListingSwitch } from "./listing-switch.tsx";
import { PriceForm } from "./price-form.tsx";
import { TextsForm } from "./texts-form.tsx";
import { VisibilityForm } from "./visibility-form.tsx";

/**
 * Shows an agent's settings (listing, access, price, limits per run and listing details), and lets the owner archive or
 * delete it.
 */
export default function ManageAgent({ agent }: { readonly agent: Agent }) {
  return (
    <div className="grid gap-px border border-line bg-line">
      <Part title="Listing">
        <ListingSwitch agent={agent} />
      </Part>
      <Part title="Access">
        <VisibilityForm agent={agent} />
      </Part>
      <Part title="Price">
        <PriceForm agent={agent} />
      </Part>
      <Part title="Limits per run">
        <CostLimitsForm agent={agent} />
      </Part>
      <Part title="Listing details">
        <TextsForm agent={agent} />
      </Part>
      <Part title="Archive or delete">
        <ArchiveOrDelete agent={agent} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-3 bg-surface p-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 className="text-14">{title}</h3>
      {children}
    </section>
  );
}
