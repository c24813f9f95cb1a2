import { createHash, randomBytes } from "node:crypto";
import { createNotification, createWatch } from "../../prisma/factories";
import { pool, prisma } from "@/server/platform/database";
import { getBrowsers, createBrowser } from "./browsers";
import { newId } from "@/server/platform/ids";

/** The tables with user data, according to the database schema. */
export async function tablesWithUsers(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name = 'userId' UNION SELECT 'User'`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Creates at least one row of everything an account can have, with texts made of `word`. Returns an item that
 * only this account has.
 */
export async function fillAccount(userId: string, word: string): Promise<{ fullname: string }> {
  const at = new Date(Date.now() - 2 * 3_600_000);
  const secret = () => randomBytes(24).toString("base64url");
  const watch = await createWatch(
    { id: userId },
    { keyword: word, notes: `${word} notes`, tags: [`${word} tag`] },
  );
  await prisma().watchTotal.update({ where: { watchId: watch.id }, data: { matchCount: 7 } });
  const { item } = await createNotification(watch, {
    createdAt: at,
    item: { title: `${word} title`, content: `${word} content`, storedAt: at },
  });
  await createNotification(watch, { createdAt: at, deletedAt: new Date(), keyword: "", place: "" });
  await prisma().user.update({
    where: { id: userId },
    data: { firstName: `${word} first`, feedSecretHash: secret() },
  });
  await prisma().session.create({
    data: { id: newId(), userId, userAgent: `${word} browser`, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  await prisma().apiKey.create({
    data: { id: newId(), userId, label: `${word} key`, keyHash: secret(), lastFour: "b0Xz", scope: "read" },
  });
  const tokenId = newId();
  await prisma().emailToken.create({
    data: {
      id: tokenId,
      userId,
      kind: "verify",
      tokenHash: createHash("sha256").update(secret()).digest("hex"),
      email: `${word}@earshot.example`,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  await prisma().delivery.create({
    data: {
      id: newId(),
      userId,
      destinationId: userId,
      channel: "email",
      kind: "account",
      dedupeKey: tokenId,
      template: "verify",
      nextAttemptAt: at,
      message: { to: `${word}@earshot.example`, html: `link ${secret()}` },
    },
  });
  await prisma().storedText.create({ data: { userId, day: at, bytes: 1_000 } });
  await prisma().savedView.create({
    data: { id: newId(), userId, name: `${word} view`, filters: { status: "starred", q: word } },
  });
  await prisma().undoToken.create({ data: { id: newId(), userId, change: "read", until: at } });
  await prisma().pendingBulkUpdate.create({
    data: {
      userId,
      statuses: ["unread"],
      becomes: "read",
      upToAt: at,
      upToId: newId(),
      except: [],
      createdAt: at,
    },
  });
  await prisma().subscription.create({
    data: { userId, priceId: `price_${word}`, status: "canceled", syncedAt: at },
  });
  const keys = { p256dh: `key-${secret()}`, auth: `auth-${secret()}` };
  await createBrowser(userId, { endpoint: `https://push.example/${word}`, keys });
  return item;
}

/** The stored forms of this user's credentials. */
export async function getSecrets(userId: string): Promise<string[]> {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    include: { emailTokens: true, destinations: true, apiKeys: true },
  });
  const deliveries = await prisma().delivery.findMany({ where: { userId } });
  return [
    user.passwordHash,
    user.feedSecretHash!,
    ...user.apiKeys.map((key) => key.keyHash),
    ...user.emailTokens.map((token) => token.tokenHash),
    ...user.destinations
      .flatMap((one) => [one.encryptedAddress, one.addressHash, one.encryptedSecret])
      .filter(isText),
    ...(await getBrowsers(userId)).flatMap(({ p256dh, auth }) => [p256dh!, auth!]),
    ...deliveries.map((delivery) => JSON.stringify(delivery.message)),
    ...deliveries.map((delivery) => (delivery.message as { html: string }).html),
  ];
}

const isText = (value: string | null) => value !== null;
