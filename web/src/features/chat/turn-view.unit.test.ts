import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StoredTurn } from "./stored-turn.tsx";
import { createTurn } from "./turn.fixture.ts";

const handlers = {
  onEdit: () => undefined,
  onRetry: () => undefined,
  onBranch: () => undefined,
  onShowVersion: () => undefined,
};

const render = (more: Parameters<typeof createTurn>[1] = {}, versions: readonly number[] = [2]) => {
  const turn = createElement(StoredTurn, {
    turn: createTurn(2, more),
    agentName: "Guide",
    versions,
    steps: null,
    disabled: false,
    handlers,
  });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, turn));
};

describe("a turn of a chat", () => {
  it("shows message, answer and cost, and names who said what for screen readers", () => {
    const html = render();
    expect(html).toMatch(/>You<.*Question 2.*>Guide<.*Answer 2/s);
    expect(html).toContain("$0.001200");
    for (const label of ["Copy the answer", "Retry", "Edit your message", "Continue in a new chat"])
      expect(html).toContain(`aria-label="${label}"`);
  });

  it("shows which version it is only if there are several", () => {
    expect(render({}, [2, 4, 7])).toContain("1 of 3");
    expect(render()).not.toContain("1 of");
  });

  it("says why a failed turn has no answer", () => {
    const html = render({ status: "failed", agent_output: null, detail: "The agent raised ValueError" });
    expect(html).toContain("The agent raised ValueError");
    expect(html).not.toContain("Copy the answer");
  });

  it("cannot be edited or retried once its content was deleted", () => {
    const html = render({ input_data: null, message: "", agent_output: null });
    expect(html).toContain("This message was deleted.");
    expect(html).not.toMatch(/Retry|Edit your message/);
  });

  it("shows an answer that is not text as JSON", () => {
    expect(render({ agent_output: { total: 3 } })).toContain("&quot;total&quot;: 3");
  });

  it("does not repeat the details of a returned file as JSON", () => {
    const links = { url: "/x", preview_url: null };
    const artifact = { id: "file_1", name: "chart.png", type: "image/png", size: 9, ...links };
    const html = render({ agent_output: { file_id: "file_1" }, artifacts: [artifact] });
    expect(html).not.toContain("file_id");
    expect(html).not.toContain("Copy the answer");
  });
});
