import { getSecret } from "@/channels/push/web-push";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { lookupHashes, encrypt, decrypt } from "@/server/platform/encryption";

/** A browser's push subscription and session. */
export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  sessionId?: string;
  failedAt?: Date | null;
}

/** The stored form of a browser: its endpoint and keys, encrypted for its id. */
export function encryptedBrowser(id: string, { endpoint, keys }: Pick<Browser, "endpoint" | "keys">) {
  const [addressHash] = lookupHashes(endpoint);
  return {
    encryptedAddress: encrypt(endpoint, id),
    addressHash: addressHash!,
    encryptedSecret: encrypt(getSecret(keys), id),
  };
}

/** Creates a push destination for a browser and returns its id. */
export async function createBrowser(userId: string, { endpoint, keys, ...noted }: Browser): Promise<string> {
  const id = newId();
  const encrypted = encryptedBrowser(id, { endpoint, keys });
  await prisma().destination.create({ data: { id, userId, channel: "push", ...encrypted, ...noted } });
  return id;
}

/** A user's browsers, decrypted, oldest first. */
export async function getBrowsers(userId: string) {
  const retained = await prisma().destination.findMany({
    where: { userId, channel: "push" },
    orderBy: { createdAt: "asc" },
  });
  return retained.map(({ id, encryptedAddress, encryptedSecret, failedAt, sessionId }) => {
    const [p256dh, auth] = decrypt(encryptedSecret!, id)!.split(".");
    return { id, endpoint: decrypt(encryptedAddress!, id)!, p256dh, auth, failedAt, sessionId };
  });
}
