import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { PlanCards } from "../../components/plan-cards.tsx";

/** The plans on the landing page: every choice begins with an account. */
export default function Plans() {
  return (
    <PlanCards
      action={(plan) => (
        <Link to="/register" className={buttonClass(plan.type === "creator" ? "primary" : "outline")}>
          Choose {plan.name}
        </Link>
      )}
    />
  );
}
