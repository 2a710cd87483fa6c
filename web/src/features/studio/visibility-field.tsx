import type { Visibility } from "@stoa/contract/catalog";
import { VISIBILITIES, VISIBILITY_HINTS, VISIBILITY_NAMES } from "@stoa/contract/catalog-labels";
import { PLANS } from "@stoa/contract/plans";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { useCurrentUser } from "../../queries/current-user.ts";

interface VisibilityFieldProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
  readonly error?: string | undefined;
}

/**
 * Shows the choice of who can find and run an agent. If the user's plan does not include private agents, the option
 * names the plan that does.
 */
export function VisibilityField({ value, onChange, error }: VisibilityFieldProps) {
  const plan = useCurrentUser().data?.plan_type ?? "free";
  const isIncluded = PLANS[plan].privateAgents;
  return (
    <Field label="Visibility" hint={VISIBILITY_HINTS[value]} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = VISIBILITIES.find((each) => each === event.target.value);
            if (chosen) onChange(chosen);
          }}
          options={VISIBILITIES.map((each) => {
            const isOffered = each !== "private" || isIncluded || value === "private";
            return {
              value: each,
              label: isOffered
                ? VISIBILITY_NAMES[each]
                : `${VISIBILITY_NAMES[each]} (${PLANS.business.name} plan)`,
              disabled: !isOffered,
            };
          })}
        />
      )}
    </Field>
  );
}
