import type { ChannelName } from "@/channels/registry";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, encrypt } from "@/server/platform/encryption";

interface GivenAddress {
  channel: ChannelName;
  address: string;
  secret?: string | null;
  label?: string | null;
}

/** Creates a destination with a user-supplied address, stored as in production. Returns its id. */
export async function createDestination(
  userId: string,
  { channel, address, secret = null, label = null }: GivenAddress,
): Promise<string> {
  const id = newId();
  const [addressHash] = lookupHashes(`${userId} ${address}`);
  const encryptedSecret = secret === null ? null : encrypt(secret, id);
  const encrypted = { encryptedAddress: encrypt(address, id), addressHash: addressHash!, encryptedSecret };
  await prisma().destination.create({ data: { id, userId, channel, label, ...encrypted } });
  return id;
}
