import { X509Certificate } from "node:crypto";

const PEM = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/;
const LINE_CHARS = 64;

/** Returns a certificate with the line breaks of PEM, which input fields remove. */
export function toPem(text: string): string {
  const content = PEM.exec(text.trim())?.[1]?.replace(/\s/g, "") ?? "";
  const lines = content.match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Checks a certificate in PEM. @returns the problem, if there is one */
export function findCertificateProblem(text: string): string | undefined {
  try {
    return new X509Certificate(toPem(text)).ca ? undefined : "must be the certificate of an authority";
  } catch {
    return "must be a certificate that begins with -----BEGIN CERTIFICATE-----";
  }
}
