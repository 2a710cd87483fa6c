import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate and the authority that signed it, as PEM. */
export interface TlsIdentity {
  /** The authority that signed the certificate, which clients must trust. */
  ca: string;
  cert: string;
  key: string;
}

const SETTINGS = `
[req]
distinguished_name = name
prompt = no
[name]
CN = Stoa tests
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[server]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = serverAuth
`;

/** Creates a certificate authority that is valid during the test, and a server certificate for these names. */
export function makeTlsIdentity(hostNames: readonly string[]): TlsIdentity {
  const folder = mkdtempSync(join(tmpdir(), "stoa-tls-"));
  const getPath = (name: string) => join(folder, name);
  const request = (name: string, options: string[]) =>
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-config", getPath("settings"), "-days", "2", "-nodes"],
        ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
        ...["-keyout", getPath(`${name}.key`), "-out", getPath(`${name}.crt`), ...options],
      ],
      { stdio: "pipe" },
    );
  try {
    const names = hostNames.map((name) => `DNS:${name}`).join(",");
    writeFileSync(getPath("settings"), `${SETTINGS}subjectAltName = ${names}\n`);
    request("ca", ["-extensions", "authority"]);
    request("server", [
      ...["-CA", getPath("ca.crt"), "-CAkey", getPath("ca.key")],
      ...["-subj", "/CN=Stoa test server", "-extensions", "server"],
    ]);
    const read = (name: string) => readFileSync(getPath(name), "utf8");
    return { ca: read("ca.crt"), cert: read("server.crt"), key: read("server.key") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
