/** The maximum length of a file name without its extension. Dialogs and lists cut off longer names. */
const LONGEST_STEM = 60;

/** Returns the file name of a version's archive, which every system accepts: `weather-version-3.zip`. */
export function getArchiveName(agentName: string, version: number): string {
  const letters = agentName.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const stem = (letters.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, LONGEST_STEM) || "agent";
  return `${stem}-version-${version}.zip`;
}
