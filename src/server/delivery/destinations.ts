import type { ChannelName } from "@/channels/registry";
import type { Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, seal } from "@/server/platform/sealing";
import { findGiven, upsertGiven } from "@/server/delivery/statements/given-destinations";
import {
  deleteDestination,
  deleteDuplicates,
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
  await deleteDuplicates(tx, { ...given, id, most });
  return { id, createdAt: now };
}

/**
 * Keeps an address as one of this user's destinations, whoever else has it; pasted again it is the same destination, on and
 * with the new secret. The caller holds the user's lock, and a transaction.
 */
export async function saveGiven(
  tx: Queryable,
  { channel, userId, address, secret, label }: Omit<Given, "sessionId"> & { label: string },
  now: Date,
): Promise<string> {
  const hashes = givenHashes(userId, address);
  const id = (await findGiven(tx, { channel, hashes })) ?? newId();
  const secretSealed = secret === "" ? null : seal(secret, id);
  const sealed = { addressSealed: seal(address, id), addressHash: hashes[0]!, secretSealed };
  await upsertGiven(tx, { id, userId, channel, label, ...sealed }, now);
  return id;
}

/** Two accounts may have the same address, and neither learns of the other. */
export function givenHashes(userId: string, address: string): string[] {
  return lookupHashes(`${userId} ${address}`);
}

/** Forgets a user's destination by its address; one that is somebody else's by now stays. */
export async function forgetDestination(
  db: Queryable,
  { channel, userId, address }: Pick<Given, "channel" | "userId" | "address">,
): Promise<void> {
  await deleteDestination(db, { channel, hashes: lookupHashes(address), userId });
}
