import { UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uploadForm } from "../../server/src/modules/catalog/catalog-server.fixture.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";

const server = useTestServer();

test("llms.txt lists public agents, and neither private nor suspended ones", async () => {
  const { client, db } = server();
  const upload = async (name: string) => {
    const { token } = await client.register();
    const form = uploadForm({ fields: { name } });
    return parseAnswer(UploadReply, await client.call("POST", "/api/v1/agents/upload", { token, form })).agent
      .id;
  };
  const shown = await upload("Larch Counter");
  const hidden = await upload("Zanzibar");
  const suspended = await upload("Spy");
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${hidden}`.execute(db);
  await sql`UPDATE agents SET suspended_at = now(), suspension_reason = 'It spies' WHERE id = ${suspended}`.execute(
    db,
  );
  const answer = await client.get("/llms.txt");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
  const text = String(answer.body);
  expect(text).toContain(`- [Larch Counter](`);
  expect(text).toContain(`/agent/${shown})`);
  expect(text).not.toMatch(/Zanzibar|Spy/);
});
