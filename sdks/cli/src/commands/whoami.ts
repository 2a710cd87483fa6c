import type { Balance } from "../../../js/src/index.ts";
import { formatUsd } from "../format.ts";
import { openSession, type ServerOption } from "../session.ts";
import { printJson, printLine, toPrintable } from "../terminal.ts";

/** Shows the account and the server in use, and its balance, which proves that the key is valid. */
export async function showAccount(options: ServerOption & { json?: boolean }): Promise<void> {
  const { server, owner, transport } = openSession(options);
  const balance = await transport.request<Balance>({ method: "GET", path: "/sdk/balance", repeatable: true });
  if (options.json) {
    const { username = null, keyName = null } = owner ?? {};
    return printJson({ server, username, key_name: keyName, available: balance.available });
  }
  printLine(`Server:   ${server}`);
  printLine(`Account:  ${owner ? toPrintable(owner.username) : "the account of the key in STOA_API_KEY"}`);
  if (owner) printLine(`Key:      ${toPrintable(owner.keyName)}`);
  printLine(`Balance:  ${formatUsd(balance.available)}`);
}
