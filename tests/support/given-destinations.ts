import type { ChannelName } from "@/channels/registry";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, seal } from "@/server/platform/sealing";

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
  const secretSealed = secret === null ? null : seal(secret, id);
  const sealed = { addressSealed: seal(address, id), addressHash: addressHash!, secretSealed };
  await prisma().destination.create({ data: { id, userId, channel, label, ...sealed } });
  return id;
}
