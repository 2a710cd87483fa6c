import { expect, test } from "vitest";
import { useOutbound } from "./outbound.fixture.ts";
import { scriptedLookup } from "./raw-server.fixture.ts";

const server = useOutbound();

const NAMES = {
  "public.example.com": ["93.184.215.14"],
  "inside.example.com": ["10.0.0.5"],
  "half.example.com": [["93.184.215.14", "127.0.0.1"]],
};

async function refusal(url: string, allow: string[] = []): Promise<string | undefined> {
  const { lookup } = scriptedLookup(structuredClone(NAMES));
  return (await server().outbound({ allow, lookup }).checkUrl(new URL(url)))?.code;
}

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://inside.example.com/",
  "https://half.example.com/",
  "http://public.example.com/",
  "http://93.184.215.14/",
  "ftp://public.example.com/",
])("refuses %s without a request to its server", async (url) => {
  expect(await refusal(url)).toBe("address_refused");
  expect(server().requests).toEqual([]);
});

test("accepts public https URLs, and both https and http URLs in ranges that the operator allows", async () => {
  for (const url of [
    "https://public.example.com/hook",
    "https://93.184.215.14:8443/",
    "https://[2606:4700::1111]/",
  ])
    expect(await refusal(url)).toBeUndefined();
  for (const url of ["http://inside.example.com:8080/", "https://10.0.0.5/"])
    expect(await refusal(url, ["10.0.0.0/24"])).toBeUndefined();
  expect(await refusal("http://public.example.com/", ["10.0.0.0/24"])).toBe("address_refused");
});

test("a host name that is not found has a separate error code", async () => {
  expect(await refusal("https://nowhere.example.com/")).toBe("not_found");
});
