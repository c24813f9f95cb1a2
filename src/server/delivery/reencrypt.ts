import { givenOf } from "@/channels/registry";
import { givenHashes } from "@/server/delivery/destinations";
import {
  listEncryptedUnder,
  replaceEncrypted,
  type EncryptedRow,
} from "@/server/delivery/statements/destinations";
import { pool } from "@/server/platform/database";
import { lookupHashes, olderKeyNames, encrypt, decrypt } from "@/server/platform/encryption";

const firstId = "00000000-0000-0000-0000-000000000000";

/** Each call re-encrypts and counts up to `max` destinations. Undecryptable ones are reported on sending. */
export function reencrypting(max: number): () => Promise<number> {
  let after = firstId;
  return async () => {
    const keyNames = olderKeyNames();
    const found = keyNames.length === 0 ? [] : await listEncryptedUnder(pool(), { keyNames, after, max });
    after = found.at(-1)?.id ?? after;
    for (const before of found) {
      const after = reencrypted(before);
      if (after !== null) await replaceEncrypted(before, after);
    }
    return found.length;
  };
}

function reencrypted({ id, userId, channel, encryptedAddress, encryptedSecret }: EncryptedRow) {
  const address = decrypt(encryptedAddress, id);
  const secret = encryptedSecret === null ? null : decrypt(encryptedSecret, id);
  if (address === null || (secret === null && encryptedSecret !== null)) return null;
  const hashes = givenOf(channel) === undefined ? lookupHashes(address) : givenHashes(userId, address);
  return {
    encryptedAddress: encrypt(address, id),
    addressHash: hashes[0]!,
    encryptedSecret: secret === null ? null : encrypt(secret, id),
  };
}
