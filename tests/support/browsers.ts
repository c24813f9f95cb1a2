import { secretOf } from "@/channels/push/web-push";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, seal, unseal } from "@/server/platform/sealing";

/** A browser's push subscription and session. */
export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  sessionId?: string;
  failedAt?: Date | null;
}

/** The stored form of a browser: its endpoint and keys, encrypted for its id. */
export function sealedBrowser(id: string, { endpoint, keys }: Pick<Browser, "endpoint" | "keys">) {
  const [addressHash] = lookupHashes(endpoint);
  return {
    addressSealed: seal(endpoint, id),
    addressHash: addressHash!,
    secretSealed: seal(secretOf(keys), id),
  };
}

/** Creates a push destination for a browser and returns its id. */
export async function createBrowser(userId: string, { endpoint, keys, ...noted }: Browser): Promise<string> {
  const id = newId();
  const sealed = sealedBrowser(id, { endpoint, keys });
  await prisma().destination.create({ data: { id, userId, channel: "push", ...sealed, ...noted } });
  return id;
}

/** A user's browsers, decrypted, oldest first. */
export async function browsersOf(userId: string) {
  const kept = await prisma().destination.findMany({
    where: { userId, channel: "push" },
    orderBy: { createdAt: "asc" },
  });
  return kept.map(({ id, addressSealed, secretSealed, failedAt, sessionId }) => {
    const [p256dh, auth] = unseal(secretSealed!, id)!.split(".");
    return { id, endpoint: unseal(addressSealed!, id)!, p256dh, auth, failedAt, sessionId };
  });
}
