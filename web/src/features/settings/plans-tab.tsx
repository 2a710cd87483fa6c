import { PLANS, type Plan } from "@stoa/contract/plans";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { PlanCards } from "../../components/plan-cards.tsx";
import { useExpected } from "../../queries/billing.ts";
import { useCurrentUser } from "../../queries/current-user.ts";

export interface PlansTabProps {
  /** The plan that the user chose before they had an account. */
  readonly chosen?: Plan["type"] | undefined;
}

/** Shows the plans. Until payments are enabled, every change opens the same dialog. */
export function PlansTab({ chosen }: PlansTabProps) {
  const user = useCurrentUser();
  const expected = useExpected();
  const [isConfirming, setConfirming] = useState(false);
  const current = user.data?.plan_type ?? "free";
  return (
    <section>
      <h2 className="mb-4 text-22">Plans</h2>
      <PlanCards
        current={current}
        chosen={chosen}
        renderAction={(plan) => {
          if (plan.type === current) {
            return (
              <Button variant="outline" disabled={plan.type === "free"} onClick={() => setConfirming(true)}>
                {plan.type === "free" ? "Current plan" : "Cancel plan"}
              </Button>
            );
          }
          const up = plan.priceUsdPerMonth > PLANS[current].priceUsdPerMonth;
          return (
            <Button variant={up ? "primary" : "outline"} onClick={() => setConfirming(true)}>
              {up ? `Upgrade to ${plan.name}` : `Downgrade to ${plan.name}`}
            </Button>
          );
        }}
      />
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={TEXTS.billing.comingSoon}
        description={TEXTS.billing.planChanges(expected.plan_changes)}
        footer={<Button onClick={() => setConfirming(false)}>Close</Button>}
      />
    </section>
  );
}
