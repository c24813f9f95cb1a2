import { givenOf } from "@/channels/registry";
import { givenHashes } from "@/server/delivery/destinations";
import { listSealedUnder, replaceSealed, type SealedRow } from "@/server/delivery/statements/destinations";
import { pool } from "@/server/platform/database";
import { lookupHashes, olderKeyNames, seal, unseal } from "@/server/platform/sealing";

const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Returns a function that re-encrypts the next `most` destinations under the first key and returns their
 * number, so older keys can be removed. Undecryptable destinations stay unchanged and are reported
 * when sending.
 */
export function resealing(most: number): () => Promise<number> {
  let after = firstId;
  return async () => {
    const keyNames = olderKeyNames();
    const found = keyNames.length === 0 ? [] : await listSealedUnder(pool(), { keyNames, after, most });
    after = found.at(-1)?.id ?? after;
    const replaced = found.flatMap((before) => {
      const sealed = resealed(before);
      return sealed === null ? [] : [{ before, after: sealed }];
    });
    if (replaced.length > 0) await replaceSealed(pool(), replaced);
    return found.length;
  };
}

function resealed({ id, userId, channel, addressSealed, secretSealed }: SealedRow) {
  const address = unseal(addressSealed, id);
  const secret = secretSealed === null ? null : unseal(secretSealed, id);
  if (address === null || (secret === null && secretSealed !== null)) return null;
  const hashes = givenOf(channel) === undefined ? lookupHashes(address) : givenHashes(userId, address);
  return {
    id,
    addressSealed: seal(address, id),
    addressHash: hashes[0]!,
    secretSealed: secret === null ? null : seal(secret, id),
  };
}
