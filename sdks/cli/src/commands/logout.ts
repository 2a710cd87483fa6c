import { findCredential, removeCredential } from "../credentials.ts";
import { chooseServer, type ServerOption } from "../session.ts";
import { printNote, toPrintable } from "../terminal.ts";

/** Removes the saved key of a server. The key itself stays valid until its owner revokes it in Settings. */
export function logOut(options: ServerOption): void {
  const server = chooseServer(options);
  const credential = findCredential(server);
  if (credential === undefined) {
    printNote(`You are not signed in to ${server}.`);
    return;
  }
  removeCredential(server);
  printNote(`Signed out of ${server}. The key is no longer on this computer.`);
  printNote(`To revoke it, delete "${toPrintable(credential.key_name)}" in ${server}/settings/api`);
}
