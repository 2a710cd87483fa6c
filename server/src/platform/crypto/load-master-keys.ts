import { MasterKeyFile, parseKeys } from "./master-key-file.ts";
import { fixedKeys, MasterKeyError, type MasterKeys } from "./master-keys.ts";

/**
 * The master keys of this installation: `STOA_MASTER_KEY` (32 bytes, base64; older ones after it, with commas), else a
 * file in the home. Lose them and sealed keys and credentials cannot be opened again.
 * @throws MasterKeyError when a key is malformed or its file can be read by others.
 */
export async function loadMasterKeys(home: string, fromEnvironment: string | undefined): Promise<MasterKeys> {
  if (fromEnvironment === undefined) return MasterKeyFile.open(home);
  const [current, ...older] = parseKeys(fromEnvironment.split(","), "STOA_MASTER_KEY");
  if (!current) throw new MasterKeyError("STOA_MASTER_KEY holds no key");
  return fixedKeys(current, ...older);
}
