import type { ChannelName } from "@/channels/registry";
import type { Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, seal } from "@/server/platform/sealing";
import {
  deleteDestination,
  deleteSurplus,
  insertDestination,
} from "@/server/delivery/statements/destinations";

/** A destination as it is given. */
interface Given {
  channel: ChannelName;
  userId: string;
  sessionId: string;
  address: string;
  secret: string;
}

/**
 * Keeps an address as this user's, whoever's it was before, and of the user's on the channel the newest `most`. To the same
 * user it is the same destination as before. The caller holds the user's lock, and a transaction.
 */
export async function saveDestination(
  tx: Queryable,
  { address, secret, ...given }: Given,
  most: number,
  now: Date,
): Promise<{ id: string; createdAt: Date }> {
  const hashes = lookupHashes(address);
  const [addressHash] = hashes;
  const before = await deleteDestination(tx, { channel: given.channel, hashes, userId: null });
  const id = before?.userId === given.userId ? before.id : newId();
  const sealed = {
    addressSealed: seal(address, id),
    addressHash: addressHash!,
    secretSealed: seal(secret, id),
  };
  await insertDestination(tx, { ...given, ...sealed, id }, now);
  await deleteSurplus(tx, { ...given, id, most });
  return { id, createdAt: now };
}

/** Forgets a user's destination by its address; one that is somebody else's by now stays. */
export async function forgetDestination(
  db: Queryable,
  { channel, userId, address }: Pick<Given, "channel" | "userId" | "address">,
): Promise<void> {
  await deleteDestination(db, { channel, hashes: lookupHashes(address), userId });
}
