import { MasterKeyFile, parseKeys } from "./master-key-file.ts";
import { createFixedKeys, MasterKeyError, type MasterKeys } from "./master-keys.ts";

/**
 * Returns the master keys of this installation: from `STOA_MASTER_KEY` (32 bytes in base64; older keys follow,
 * separated by commas), or else from a file in the home folder. If they are lost, sealed keys and credentials can
 * never be opened again.
 * @throws MasterKeyError if a key is malformed or other users can read its file.
 */
export async function loadMasterKeys(home: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  if (fromEnvironment === undefined) return MasterKeyFile.open(home);
  const [current, ...older] = parseKeys(fromEnvironment.split(","), "STOA_MASTER_KEY");
  if (!current) throw new MasterKeyError("STOA_MASTER_KEY contains no key");
  return createFixedKeys(current, ...older);
}
