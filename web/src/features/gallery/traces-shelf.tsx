import { RunTrace } from "../../components/run-trace/run-trace.tsx";
import { Shelf, Specimen } from "./shelf.tsx";
import { FAILED_TRACE, TRACE } from "./trace-samples.ts";

/** What happened in a run: each kind of entry, and a failure. */
export function TracesShelf() {
  return (
    <Shelf title="Traces">
      <Specimen name="Every kind of entry">
        <RunTrace trace={TRACE} />
      </Specimen>
      <Specimen name="Failed">
        <RunTrace trace={FAILED_TRACE} />
      </Specimen>
    </Shelf>
  );
}
