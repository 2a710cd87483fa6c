import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ImageRefused } from "./fetched-images.ts";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import {
  completion,
  openAiUsage,
  type ScriptedUpstream,
  startScriptedUpstream,
} from "./testing/scripted-upstream.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("pixels")]);
const PNG_URL = `data:image/png;base64,${PNG.toString("base64")}`;
const FIELD = "messages[0].content[0].image_url.url";

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;
let fetched: string[] = [];
let image: (address: URL) => Uint8Array = () => PNG;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A picture", openAiUsage(10, 2)));
  });
  fixture = await startGateway({
    env: { OPENAI_BASE_URL: upstream.baseUrl },
    fetchImage: async (_session, address) => {
      fetched.push(address.href);
      return image(address);
    },
  });
});
afterAll(async () => {
  await fixture.close();
  await upstream.close();
});
beforeEach(() => {
  fetched = [];
  upstream.received.length = 0;
  image = () => PNG;
});

const part = (url: string, detail?: string) => ({ type: "image_url", image_url: { url, detail } });

function look(...content: object[]) {
  return fixture.post({ model: "gpt-4o-mini", messages: [{ role: "user", content }] });
}

function lookInDialect(path: string) {
  const url = "https://pictures.example.com/a.png";
  const source = { type: "url", url };
  if (path === "/v1/messages") {
    const messages = [{ role: "user", content: [{ type: "image", source }] }];
    return fixture.post({ model: "gpt-4o-mini", max_tokens: 9, messages }, {}, path);
  }
  const input = [{ role: "user", content: [{ type: "input_image", image_url: url }] }];
  return fixture.post({ model: "gpt-4o-mini", input }, {}, path);
}

const parseError = ({ text }: { text: string }) => JSON.parse(text).error;

it("sends a web image to the provider as data, with the requested detail", async () => {
  const answer = await look({ type: "text", text: "See" }, part("https://pictures.example.com/a.png", "low"));
  expect(answer.status).toBe(200);
  expect(upstream.received[0]?.body.messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "See" },
        { type: "image_url", image_url: { url: PNG_URL, detail: "low" } },
      ],
    },
  ]);
});

it.each(["/v1/messages", "/v1/responses"])("fetches images of calls to %s", async (path) => {
  expect((await lookInDialect(path)).status).toBe(200);
  expect(JSON.stringify(upstream.received[0]?.body)).toContain(PNG_URL);
});

it("reserves as much for a fetched image as for the same image inside the request", async () => {
  const estimates = [];
  for (const url of ["https://pictures.example.com/a.png", PNG_URL]) {
    await look(part(url));
    estimates.push([...fixture.budget.reservations.values()].at(-1));
  }
  expect(estimates[0]).toEqual(estimates[1]);
});

it("fetches a URL once per call", async () => {
  await look(part("https://pictures.example.com/a.png"), part("https://pictures.example.com/a.png"));
  expect(fetched).toEqual(["https://pictures.example.com/a.png"]);
});

it.each([
  ["a page", Buffer.from("<html>"), "is not a PNG, JPEG, GIF or WebP image"],
  ["an SVG drawing", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "is not a PNG, JPEG"],
  ["more than a request may hold", Buffer.concat([PNG, Buffer.alloc(7 << 20)]), "larger than 8 MiB"],
])("refuses %s and names the field", async (_what, bytes, message) => {
  image = () => bytes;
  const answer = await look(part("https://pictures.example.com/a.png"));
  expect(answer.status).toBe(400);
  expect(parseError(answer)).toMatchObject({ param: FIELD, code: "invalid_image_url" });
  expect(parseError(answer).message).toContain(message);
  expect(upstream.received).toEqual([]);
});

it("tells the agent why an image could not be fetched, and charges nothing", async () => {
  image = () => {
    throw new ImageRefused("cannot be fetched from pictures.example.com: The server could not be reached");
  };
  const answer = await look(part("https://pictures.example.com/a.png"));
  expect(parseError(answer).message).toBe(
    `"${FIELD}" cannot be fetched from pictures.example.com: The server could not be reached.`,
  );
  expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", costNano: 0n });
  expect(fixture.budget.openReservations).toBe(0);
});

it("refuses more than 16 image URLs per call", async () => {
  const many = Array.from({ length: 17 }, (_, index) => part(`https://pictures.example.com/${index}.png`));
  const answer = await look(...many);
  expect(parseError(answer).message).toContain("Send fewer images per call");
  expect(fetched).toHaveLength(16);
});

it("fetches nothing for stoa-basic, which does not read images", async () => {
  const content = [{ type: "text", text: "Hello" }, part("https://pictures.example.com/a.png")];
  const answer = await fixture.post({ model: "stoa-basic", messages: [{ role: "user", content }] });
  expect(answer.status).toBe(200);
  expect(fetched).toEqual([]);
});
