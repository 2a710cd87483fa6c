import { PLANS, type Plan } from "@stoa/contract/plans";
import type { ReactNode } from "react";

interface PlanCardsProps {
  readonly renderAction: (plan: Plan) => ReactNode;
  /** The user's current plan, which is marked. */
  readonly current?: Plan["type"] | undefined;
  /** The plan that the user chose but does not have yet, which is marked. */
  readonly chosen?: Plan["type"] | undefined;
}

/** Shows a card for each plan. */
export function PlanCards({ renderAction, current, chosen }: PlanCardsProps) {
  return (
    <div className="hairgrid lg:grid-cols-3">
      {Object.values(PLANS).map((plan) => (
        <article key={plan.type} className="flex flex-col p-6">
          <h3 className="flex items-center gap-2 text-18">
            {plan.name}
            {plan.type === current && <span className="label">Current plan</span>}
            {plan.type === chosen && chosen !== current && (
              <span className="label text-signal-text">Your choice</span>
            )}
          </h3>
          <p className="mt-2 flex items-baseline gap-2">
            <span className="font-semibold text-36">${plan.priceUsdPerMonth}</span>
            <span className="text-14 text-ink-2">per month</span>
          </p>
          <ul className="mt-5 mb-8 grid gap-2 text-14">
            {plan.benefits.map((benefit) => (
              <li key={benefit} className="flex items-baseline gap-2.5">
                <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px bg-ink" />
                {benefit}
              </li>
            ))}
          </ul>
          <div className="mt-auto grid">{renderAction(plan)}</div>
        </article>
      ))}
    </div>
  );
}
