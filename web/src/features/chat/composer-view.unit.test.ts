import { createElement, createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Composer } from "./composer.tsx";

const render = (more: Partial<Parameters<typeof Composer>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(Composer, {
      agentName: "Guide",
      text: "Hello",
      isRunning: false,
      isStopping: false,
      isEditing: false,
      canSend: true,
      estimate: undefined,
      ref: createRef<HTMLTextAreaElement>(),
      onPasteFiles: () => undefined,
      onChange: () => undefined,
      onSend: () => undefined,
      onStop: () => undefined,
      onEditLast: () => undefined,
      onCancelEdit: () => undefined,
      ...more,
    }),
  );

it("has a labeled text area that stays enabled while the agent answers", () => {
  const html = render({ isRunning: true });
  expect(html).toContain('aria-label="Message to Guide"');
  expect(html).not.toMatch(/<textarea[^>]*\sdisabled=/);
});

it("shows Stop instead of Send while the agent answers", () => {
  expect(render()).toMatch(/aria-label="Send"/);
  expect(render({ isRunning: true })).toMatch(/aria-label="Stop"/);
  expect(render({ isRunning: true })).not.toMatch(/aria-label="Send"/);
});

it("says that sending an edited message creates a new version", () => {
  expect(render({ isEditing: true })).toContain("creates a new version");
  expect(render()).not.toContain("creates a new version");
});
