import type { ChannelName } from "@/channels/registry";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, encrypt } from "@/server/platform/encryption";
import { findGiven, switchOff, upsertGiven } from "@/server/delivery/statements/given-destinations";
import { deleteDestination, deleteDuplicates } from "@/server/delivery/statements/destinations";

interface Given {
  channel: ChannelName;
  userId: string;
  sessionId: string;
  address: string;
  secret: string;
}

/** Replaces any previous owner. Keeps the user's `max` latest. The caller must have locked the user. */
export async function saveDestination(
  { address, secret, ...input }: Given,
  max: number,
  now: Date,
): Promise<{ id: string; createdAt: Date }> {
  const hashes = lookupHashes(address);
  const [addressHash] = hashes;
  const before = await deleteDestination({ channel: input.channel, hashes });
  const id = before?.userId === input.userId ? before.id : newId();
  const encrypted = {
    encryptedAddress: encrypt(address, id),
    addressHash: addressHash!,
    encryptedSecret: encrypt(secret, id),
  };
  const made = { ...input, ...encrypted, id, createdAt: now };
  // Replaces another user's concurrent one including its id, because the encryption uses the id.
  await prisma().destination.upsert({
    where: { channel_addressHash: { channel: input.channel, addressHash: encrypted.addressHash } },
    create: made,
    update: { ...made, failedAt: null },
    select: { id: true },
  });
  await deleteDuplicates({ ...input, id, max });
  return { id, createdAt: now };
}

/** Other users may have it. Turns on an existing one with the new secret. Must have locked the user. */
export async function saveGiven(
  {
    channel,
    userId,
    address,
    secret,
    label,
    isDefault,
  }: Omit<Given, "sessionId"> & { label: string; isDefault?: boolean },
  now: Date,
): Promise<string> {
  const hashes = givenHashes(userId, address);
  const id = (await findGiven(channel, hashes)) ?? newId();
  const encryptedSecret = secret === "" ? null : encrypt(secret, id);
  const encrypted = { encryptedAddress: encrypt(address, id), addressHash: hashes[0]!, encryptedSecret };
  await upsertGiven({ id, userId, channel, label, isDefault, ...encrypted }, now);
  return id;
}

/** The receiver moved. If the user also has the new address, turns the old one off as gone. */
export async function moveGiven(
  { id, userId, channel, address }: Pick<Given, "userId" | "channel" | "address"> & { id: string },
  now: Date,
): Promise<void> {
  const hashes = givenHashes(userId, address);
  const other = await findGiven(channel, hashes);
  if (other === null) {
    const data = { encryptedAddress: encrypt(address, id), addressHash: hashes[0]! };
    await prisma().destination.updateMany({ where: { id }, data });
  } else if (other !== id) await switchOff(id, "gone", now);
}

/** Hashes include the user id, so accounts can share an address without learning of each other. */
export function givenHashes(userId: string, address: string): string[] {
  return lookupHashes(`${userId} ${address}`);
}

/** Deletes a user's destination by address. No-op if the address now belongs to another user. */
export async function forgetDestination({
  channel,
  userId,
  address,
}: Pick<Given, "channel" | "userId" | "address">): Promise<void> {
  await deleteDestination({ channel, hashes: lookupHashes(address), userId });
}
