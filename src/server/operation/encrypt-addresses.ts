import { addressHashes } from "@/server/places/hidden-places";
import { pool } from "@/server/platform/database";
import { olderKeyNames, encrypt, decrypt } from "@/server/platform/encryption";
import { listOutdated, replaceAddress } from "./statements/place-addresses";

const firstId = "00000000-0000-0000-0000-000000000000";

/** Each call re-encrypts and counts up to `max` URLs. Coverage reports those without a valid key. */
export function addressEncryption(max: number): () => Promise<number> {
  let after = firstId;
  return async () => {
    const found = await listOutdated(pool(), { keyNames: olderKeyNames(), after, max });
    after = found.at(-1)?.id ?? after;
    for (const row of found) {
      const address = decrypt(row.encryptedAddress, row.id);
      if (address === null) continue;
      const movedTo = row.movedTo === null ? null : decrypt(row.movedTo, row.name);
      await replaceAddress(row, {
        encryptedAddress: encrypt(address, row.id),
        addressHash: addressHashes(address)[0]!,
        movedTo: movedTo === null ? null : encrypt(movedTo, row.name),
      });
    }
    return found.length;
  };
}
