import { rootCertificates } from "node:tls";

/** The folder of the installed code that becomes /etc in every sandbox. */
export const SYSTEM_FOLDER = "etc";

/** The user of the sandbox (`--uid` of bubblewrap) and its only group. */
const USER = "stoa:x:1000:1000::/tmp:/bin/false\n";
const GROUP = "stoa:x:1000:\n";
/**
 * The address at which the monitor answers DNS queries (`RESOLVER` in `stoa_sandbox/egress.py`). It answers
 * immediately.
 */
const RESOLVER = "nameserver 127.0.0.53\noptions timeout:2 attempts:2\n";
const HOSTS = "127.0.0.1 localhost stoa\n";
const NAME_SERVICES = "passwd: files\ngroup: files\nhosts: files dns\n";

/**
 * Returns the files of /etc, keyed by their path in it. They are the same for all sandboxes.
 * @param authorities certificate authorities to trust in addition to Node's built-in list, as PEM
 */
export function listSystemFiles(authorities: readonly string[]): Record<string, string> {
  return {
    passwd: USER,
    group: GROUP,
    hosts: HOSTS,
    "resolv.conf": RESOLVER,
    "nsswitch.conf": NAME_SERVICES,
    // Debian keeps this file here, so that clients that do not read the environment variable find it.
    "ssl/certs/ca-certificates.crt": `${[...rootCertificates, ...authorities].join("\n")}\n`,
    // The host's own file is mounted over this one, so a file must exist here.
    "ld.so.cache": "",
  };
}
