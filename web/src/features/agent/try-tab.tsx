import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { useNavigate } from "@tanstack/react-router";
import { LogIn, Play, Square } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { RunEstimate } from "../../components/run-estimate.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import { RunTracePanel } from "../../components/run-trace/run-trace-panel.tsx";
import { TryForm } from "../../components/try-form.tsx";
import { exampleInput, inputData, isComplete } from "../../lib/input-fields.ts";
import { notify } from "../../lib/notify.ts";
import { useEstimate } from "../../lib/queries/use-estimate.ts";
import { useRun } from "../../lib/queries/use-run.ts";
import { useSignedIn } from "../../lib/session.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { ConsentDialog } from "./consent-dialog.tsx";
import { needsAnswer } from "./service-standing.ts";
import { ServicesLine } from "./services-line.tsx";
import { useAgentServices } from "./use-agent-services.ts";

/** An estimate is asked once typing has rested: it reads the balance at the server. */
const ESTIMATE_REST_MS = 300;

/** Try It: the form filled with an example, the cost before, during and after. */
export function TryTab({ agent }: { readonly agent: Agent }) {
  return useSignedIn() ? <TryPanel agent={agent} /> : <SignInPrompt />;
}

function SignInPrompt() {
  const navigate = useNavigate();
  const goToSignIn = () => {
    void notify.info(TEXTS.run.signInToTry);
    void navigate({ to: "/signin", search: { return: location.pathname + location.search } });
  };
  return (
    <EmptyState
      title={TEXTS.run.signInToTry}
      hint="New accounts start with credits, so the first runs cost you nothing."
      action={
        <Button icon={<LogIn aria-hidden="true" size={16} />} onClick={goToSignIn}>
          Sign In
        </Button>
      }
    />
  );
}

function TryPanel({ agent }: { readonly agent: Agent }) {
  const [input, setInput] = useState(() => exampleInput(agent));
  const { state, start, stop, stopping } = useRun();
  const complete = isComplete(agent.input_params, input);
  const request = useMemo(
    () => (complete ? { agent_id: agent.id, input_data: inputData(agent.input_params, input) } : null),
    [agent, complete, input],
  );
  const estimate = useEstimate(useDebounced(request, ESTIMATE_REST_MS));
  const running = state.phase === "executing";
  const outcome = useRef<HTMLDivElement>(null);
  const services = useAgentServices(agent);
  const [asking, setAsking] = useState(false);

  const begin = async () => {
    if (request === null) return;
    const started = start(request);
    // On a phone the answer stands below the form: it comes into sight when it begins.
    if (matchMedia("(width < 64rem)").matches) outcome.current?.scrollIntoView({ block: "start" });
    if ((await started) !== "grant_needed") return;
    void services.refetch();
    setAsking(true);
  };
  const run = () => {
    if (request === null || running) return;
    if (needsAnswer(services.data ?? [])) setAsking(true);
    else void begin();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  const runOnEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) run();
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[21rem_1fr]">
      <form onSubmit={submit} onKeyDown={runOnEnter} className="grid gap-4">
        <TryForm
          params={agent.input_params}
          input={input}
          disabled={running}
          onChange={(name, value) => setInput((now) => ({ ...now, [name]: value }))}
        />
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 border-line border-t bg-bg px-1 pt-3 pb-3">
          {agent.connectors.length > 0 && (
            <ServicesLine services={services.data} count={agent.connectors.length} />
          )}
          <RunEstimate
            estimate={request === null ? undefined : estimate.data}
            callsOthers={agent.called_agents.length > 0}
          />
          {running ? (
            <Button
              variant="outline"
              size="lg"
              busy={stopping}
              disabled={state.runId === null}
              onClick={stop}
              icon={<Square aria-hidden="true" size={14} />}
            >
              Stop
            </Button>
          ) : (
            <Button
              type="submit"
              variant="signal"
              size="lg"
              disabled={!complete}
              icon={<Play aria-hidden="true" size={16} />}
            >
              Run agent
              <span aria-hidden="true" className="mono text-11 max-md:hidden">
                Ctrl ↵
              </span>
            </Button>
          )}
        </div>
      </form>
      <div ref={outcome} className="grid min-w-0 scroll-mt-18 gap-6">
        <RunOutput state={state} />
        {state.result !== null && (
          <div className="w-full max-w-sm">
            <RunReceipt result={state.result} pricePerToken={agent.price_per_token} />
          </div>
        )}
        {state.result !== null && (
          <Disclosure key={state.result.run_id} title="Trace">
            <RunTracePanel runId={state.result.run_id} />
          </Disclosure>
        )}
      </div>
      {asking && (
        <ConsentDialog
          agent={agent}
          uses={services.data}
          thenRun
          onAllowed={() => {
            setAsking(false);
            void begin();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
