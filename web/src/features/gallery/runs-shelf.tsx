import { RunActions } from "../../components/run-actions.tsx";
import { RunEstimate } from "../../components/run-estimate.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import { RunWaitList } from "../../components/run-waits.tsx";
import { ENDED_RUN, ESTIMATE, RUN_STATES, RUN_WAITS } from "./samples.ts";
import { nothing, Shelf, Specimen } from "./shelf.tsx";

/** A run before, while and after. */
export function RunsShelf() {
  return (
    <Shelf title="Runs">
      <div className="grid w-full min-w-0 gap-6 lg:grid-cols-2">
        <Specimen name="Estimate">
          <RunEstimate estimate={undefined} callsOthers={false} />
          <RunEstimate estimate={ESTIMATE} callsOthers />
          <RunEstimate estimate={{ ...ESTIMATE, affordable: false }} callsOthers={false} />
        </Specimen>
        <Specimen name="Receipt">
          <RunReceipt result={ENDED_RUN} pricePerToken={0.0000042} />
          <RunActions result={ENDED_RUN} onRunAgain={nothing} />
        </Specimen>
        <Specimen name="Waits for an answer">
          <RunWaitList waits={RUN_WAITS} />
        </Specimen>
        {RUN_STATES.map(({ name, state }) => (
          <Specimen key={name} name={name}>
            <RunOutput label={name} state={state} onFollow={nothing} />
          </Specimen>
        ))}
      </div>
    </Shelf>
  );
}
