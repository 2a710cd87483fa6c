import type { Plan } from "@stoa/contract/plans";
import { Link } from "@tanstack/react-router";
import { getButtonClass } from "../../components/button.tsx";
import { PlanCards } from "../../components/plan-cards.tsx";
import { useSignedIn } from "../../lib/session.ts";

/**
 * Shows the plans on the landing page. Visitors create an account first and then continue to the plan that they
 * chose.
 */
export default function Plans() {
  const signedIn = useSignedIn();
  return <PlanCards renderAction={(plan) => <PlanLink plan={plan} signedIn={signedIn} />} />;
}

function PlanLink({ plan, signedIn }: { readonly plan: Plan; readonly signedIn: boolean }) {
  const className = getButtonClass(plan.type === "creator" ? "primary" : "outline");
  const label = `Choose ${plan.name}`;
  if (signedIn)
    return (
      <Link to="/settings/$tab" params={{ tab: "plans" }} search={{ plan: plan.type }} className={className}>
        {label}
      </Link>
    );
  const search = plan.type === "free" ? {} : { return: `/settings/plans?plan=${plan.type}` };
  return (
    <Link to="/register" search={search} className={className}>
      {label}
    </Link>
  );
}
