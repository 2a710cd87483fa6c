import Fastify from "fastify";
import { afterAll, expect, test, vi } from "vitest";
import { ActiveDownloads } from "./active-downloads.ts";
import { sendCsv } from "./csv-reply.ts";

const app = Fastify();
const files = new ActiveDownloads("One at a time");
let pagesRead = 0;

function* pages() {
  pagesRead += 1;
  yield [["a", 1n]];
}

app.get("/file", (_, reply) => {
  const file = { name: "file", columns: ["name", "amount"], pages: pages() };
  files.send("acc_1", () => sendCsv(reply, file));
});
afterAll(() => app.close());

test("HEAD returns the headers without reading the file and does not block the next download", async () => {
  const head = await app.inject({ method: "HEAD", url: "/file" });
  expect(head).toMatchObject({ statusCode: 200, payload: "" });
  expect(head.headers["content-type"]).toMatch(/^text\/csv/);
  expect(head.headers["content-disposition"]).toBe('attachment; filename="file.csv"');
  await vi.waitFor(async () => {
    const file = await app.inject({ url: "/file" });
    expect(file.payload).toBe("name,amount\r\na,0.000000001\r\n");
  });
  expect(pagesRead).toBe(1);
});
