import { beforeAll, describe, expect, test } from "vitest";
import { BINDINGS } from "../../server/src/modules/a2a/a2a.fixture.ts";
import { useWebhookServer } from "../../server/src/modules/webhooks/webhooks.fixture.ts";
import { EQUIVALENCE, HTTP_JSON, JSON_RPC, VERSIONS } from "./a2a/bindings.ts";
import { CARDS, DATA_MODEL, SECURITY } from "./a2a/cards-and-data.ts";
import {
  CANCELING,
  CONTEXTS,
  ERRORS_AND_CAPABILITIES,
  HISTORY,
  READING,
  SENDING,
} from "./a2a/core-operations.ts";
import { PUSH_NOTIFICATIONS } from "./a2a/push-notifications.ts";
import { performCheck, type Requirement } from "./a2a/requirement.ts";
import { STREAMS } from "./a2a/streaming.ts";
import { createWorld, Subject, type World } from "./a2a/subject.ts";

const server = useWebhookServer({ STOA_RATE_LIMIT_FACTOR: "100" });

/** The requirements of both bindings, and those of each. gRPC is not offered, so that its requirements do not apply. */
const OF_BOTH: readonly Requirement[] = [
  ...[...SENDING, ...READING, ...CANCELING, ...ERRORS_AND_CAPABILITIES, ...CONTEXTS, ...HISTORY],
  ...[...STREAMS, ...PUSH_NOTIFICATIONS, ...VERSIONS, ...EQUIVALENCE, ...CARDS, ...DATA_MODEL, ...SECURITY],
];
const OF_BINDING = { "JSON-RPC": JSON_RPC, "HTTP+JSON": HTTP_JSON } as const;

const describeRequirement = ({ id, level, demand, reason }: Requirement) =>
  reason === undefined
    ? `${id} ${level}: ${demand}`
    : `${id} ${level} is not followed: ${demand} (${reason})`;

let world: World;
beforeAll(async () => {
  world = await createWorld(server());
});

describe.each(BINDINGS)("over %s", (binding) => {
  let subject: Subject;
  beforeAll(() => {
    subject = new Subject(world, binding);
  });

  const checked = [...OF_BOTH, ...OF_BINDING[binding]].filter(({ check }) => check !== undefined);
  test.each(checked.map((one) => [describeRequirement(one), one] as const))(
    "%s",
    async (_title, requirement) => {
      expect(await performCheck(requirement, subject)).toBe(requirement.reason === undefined);
    },
  );
});

test("each requirement is in the table once, and only clients, deployments and unused features leave a MUST unchecked", () => {
  const all = [...OF_BOTH, ...JSON_RPC, ...HTTP_JSON];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const unchecked = all.filter(({ level, check }) => level === "MUST" && !check).map(({ id }) => id);
  expect(unchecked.toSorted()).toEqual([
    ...["AUTH-TLS-001", "CARD-EXT-002", "CARD-SIGN-004", "CORE-CAP-002", "CORE-CAP-004", "VER-CLIENT-001"],
  ]);
});
