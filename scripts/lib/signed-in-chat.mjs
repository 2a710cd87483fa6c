import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** The number of turns of the chat: more than a screen, and as many as people usually have. */
const TURNS = 10;

/**
 * @param {string} url
 * @param {unknown} body
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function post(url, body, token) {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/**
 * Registers a person who talks to a sample agent.
 * @param {string} origin a running server with sample agents
 * @returns {Promise<{ path: string, token: string }>} the path of the chat, and the person's session
 */
export async function createChat(origin) {
  const api = `${origin}/api/v1`;
  const username = `chat_${Date.now().toString(36)}`;
  const person = { username, email: `${username}@example.com`, password: "correct horse" };
  const { access_token: token } = await post(`${api}/users/register`, person);
  const found = await fetch(`${api}/agents/?search=Customer+Support+Bot`);
  const { agents } = /** @type {{ agents: { id: number }[] }} */ (await found.json());
  const agent_id = agents[0]?.id;
  const { id } = await post(`${api}/conversations`, { agent_id }, token);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const input_data = { message: `My order ${4710 + turn} has not arrived. What can I do?` };
    await post(`${api}/execute/run`, { agent_id, conversation_id: id, input_data }, token);
  }
  return { path: `/agent/${agent_id}?tab=chat&chat=${id}`, token };
}

/**
 * Starts a browser with an empty cache in which a person is signed in, for a program that connects to its debugging port.
 * @param {string} executablePath
 * @param {string} origin
 * @param {{ token: string, port: number, flags: readonly string[] }} options
 * @returns {Promise<() => Promise<void>>} a function that closes the browser
 */
export async function openSignedIn(executablePath, origin, { token, port, flags }) {
  const folder = mkdtempSync(join(tmpdir(), "stoa-profile-"));
  const args = [...flags, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(folder, { executablePath, args });
  const page = await context.newPage();
  // This page loads nothing else, so that the measured page finds an empty cache.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(`localStorage.setItem("stoa.token", "${token}")`);
  await page.close();
  return async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
