import type { ChannelName } from "@/channels/registry";
import type { Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, seal } from "@/server/platform/sealing";
import { findGiven, upsertGiven } from "@/server/delivery/statements/given-destinations";
import {
  deleteDestination,
  deleteSurplus,
  insertDestination,
} from "@/server/delivery/statements/destinations";

interface Given {
  channel: ChannelName;
  userId: string;
  sessionId: string;
  address: string;
  secret: string;
}

/**
 * Stores an address as this user's, replacing any previous owner, and keeps the user's `most` latest
 * destinations on the channel. The destination keeps its id if it already belonged to the user. Call it
 * in a transaction that has locked the user.
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

/**
 * Stores an address as a destination of this user, even if other users have it too. If the user already
 * has it, turns it on with the new secret. Call it in a transaction that has locked the user.
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

/** Hashes include the user id, so accounts can share an address without learning of each other. */
export function givenHashes(userId: string, address: string): string[] {
  return lookupHashes(`${userId} ${address}`);
}

/** Deletes a user's destination by address. No-op if the address now belongs to another user. */
export async function forgetDestination(
  db: Queryable,
  { channel, userId, address }: Pick<Given, "channel" | "userId" | "address">,
): Promise<void> {
  await deleteDestination(db, { channel, hashes: lookupHashes(address), userId });
}
