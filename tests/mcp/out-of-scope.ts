const TEST_TOOL = "It calls a tool of the suite's own test server; the tools of this server are agents.";
const TEST_RESOURCE =
  "It reads a resource of the suite's own test server; the resources of this server are files.";
const PROMPTS = "The server has no prompts, and does not declare them.";
const ASKS = "It calls a test tool that asks the client for input; agents ask nobody during a run.";

/** The scenarios that cannot pass on a server without the suite's own tools, with the reason for each. */
export const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  "logging-set-level":
    "The server sends no log messages, and does not declare them. 2026-07-28 deprecates them.",
  "completion-complete": "The server completes no arguments, and does not declare that.",
  "tools-call-simple-text": TEST_TOOL,
  "tools-call-image": TEST_TOOL,
  "tools-call-audio": TEST_TOOL,
  "tools-call-embedded-resource": TEST_TOOL,
  "tools-call-mixed-content": TEST_TOOL,
  "tools-call-with-logging": TEST_TOOL,
  "tools-call-error": `${TEST_TOOL} tools.test.ts of the module tests the errors of agents.`,
  "tools-call-with-progress": `${TEST_TOOL} tools.test.ts of the module tests their progress.`,
  "tools-call-sampling": ASKS,
  "tools-call-elicitation": ASKS,
  "elicitation-sep1034-defaults": ASKS,
  "elicitation-sep1330-enums": ASKS,
  "json-schema-2020-12": TEST_TOOL,
  "http-custom-header-server-validation": TEST_TOOL,
  "resources-read-text": TEST_RESOURCE,
  "resources-read-binary": TEST_RESOURCE,
  "resources-templates-read": TEST_RESOURCE,
  "resources-subscribe": "Files do not change, so the server offers no subscriptions.",
  "resources-unsubscribe": "Files do not change, so the server offers no subscriptions.",
  "prompts-list": PROMPTS,
  "prompts-get-simple": PROMPTS,
  "prompts-get-with-args": PROMPTS,
  "prompts-get-embedded-resource": PROMPTS,
  "prompts-get-with-image": PROMPTS,
  "input-required-result-basic-elicitation": ASKS,
  "input-required-result-basic-sampling": ASKS,
  "input-required-result-basic-list-roots": ASKS,
  "input-required-result-request-state": ASKS,
  "input-required-result-multiple-input-requests": ASKS,
  "input-required-result-multi-round": ASKS,
  "input-required-result-non-tool-request": ASKS,
  "input-required-result-result-type": ASKS,
  "input-required-result-tampered-state": ASKS,
  "input-required-result-capability-check": ASKS,
};

/** The checks of other scenarios that need the suite's own tools or prompts, with the reason for each. */
export const OUT_OF_SCOPE_CHECKS: Readonly<Record<string, string>> = {
  "sep-2575-server-rejects-undeclared-capability": ASKS,
  "sep-2575-missing-capability-http-400": ASKS,
  "sep-2575-http-server-no-independent-requests-on-stream": ASKS,
  "sep-2575-server-no-log-without-loglevel": TEST_TOOL,
  "sep-2549-prompts-list-caching-hints": PROMPTS,
};
