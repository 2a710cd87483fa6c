import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { LIMITS } from "@stoa/contract/limits";
import { getCredentialPath, saveCredential } from "../credentials.ts";
import { startDeviceLogin, waitForKey } from "../device-login.ts";
import { openBrowser } from "../open-browser.ts";
import { chooseServer, type ServerOption } from "../session.ts";
import { isInteractive, noteStyles, printNote, toPrintable } from "../terminal.ts";

/** Signs in to a server: the user confirms a code in a browser, and the server's new key is saved. */
export async function logIn(options: ServerOption): Promise<void> {
  const server = chooseServer(options);
  if (!isEncrypted(server))
    printNote(noteStyles.yellow(`The connection to ${server} is not encrypted: others can read your key.`));
  // The key gets this name, and names of hosts can be longer than names of keys.
  const name = `stoa-cli on ${hostname()}`.slice(0, LIMITS.keyNameMaxLength);
  const login = await startDeviceLogin(server, name);
  printNote(`Open ${noteStyles.bold(toPrintable(login.verification_uri))}`);
  printNote(`and confirm the code ${noteStyles.bold(toPrintable(login.user_code))}`);
  if (isInteractive()) openBrowser(login.verification_uri_complete);
  printNote(noteStyles.dim("Waiting for you to confirm it in the browser..."));
  const credential = await waitForKey(server, login, (seconds) => delay(seconds * 1000));
  saveCredential(server, credential);
  printNote(
    noteStyles.green(`Signed in to ${server} as ${toPrintable(credential.username)}.`) +
      ` The key "${toPrintable(credential.key_name)}" is in ${getCredentialPath()}`,
  );
  if (process.env.STOA_API_KEY)
    printNote("STOA_API_KEY is set, so commands use that key instead. Unset it to use the new one.");
}

/** Returns whether others on the network cannot read what is sent. Requests to this computer do not leave it. */
function isEncrypted(server: string): boolean {
  const { protocol, hostname: host } = new URL(server);
  return protocol === "https:" || host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
