import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyDraft, KeyView } from "@/contract/api-key";
import { keyNotice, keyNoticeKey, maxKeys } from "@/domain/delivery/new-key";
import type { ApiKey } from "@/generated/prisma/client";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { insertOwnDelivery } from "@/server/delivery/statements/deliveries";
import type { Call } from "@/server/platform/call";
import { pool, prisma, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { newId } from "@/server/platform/ids";
import { tokenHash } from "@/server/platform/tokens";
import { lockSignedIn, type SignedIn } from "./sessions";
import { findLiveKey } from "./statements/sessions";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const form = /^esk_[0-9A-Za-z]{36}$/;
const randomLength = 30;
const minuteMs = 60_000;

/** The prefix identifies keys to secret scanners; the last six characters are a checksum. */
function newSecret(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join("");
  return `esk_${random}${checksum(random)}`;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let place = 0; place < 6; place += 1) {
    text = letters[rest % letters.length]! + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

function isWhole(secret: string): boolean {
  const end = "esk_".length + randomLength;
  return form.test(secret) && checksum(secret.slice("esk_".length, end)) === secret.slice(end);
}

export function getSecret(request: Request): string | null {
  const [, secret] = /^Bearer (esk_\S*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return secret ?? null;
}

/** The key's id serves as the session id, so anything it creates ends with the key. Throws UNAUTHORIZED. */
export async function authenticateKey(secret: string, now: Date): Promise<SignedIn> {
  const found = isWhole(secret) ? await findLiveKey(pool(), tokenHash(secret), now) : null;
  if (found === null) throw new AppError("UNAUTHORIZED", "Invalid, expired or revoked API key");
  const { keyId, keyScope, keyExpiresAt, isUnnoted, ...user } = found;
  if (isUnnoted) await recordUse(keyId, now);
  const expiresAtMs = keyExpiresAt?.getTime() ?? Infinity;
  return { user, sessionId: keyId, expiresAtMs, canWrite: keyScope === "write" };
}

async function recordUse(id: string, now: Date): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  await prisma().apiKey.updateMany({ where: { id }, data: { lastUsedAt: minute } });
}

/** An account's keys, most recent first. Expired keys stay until they are removed. */
export async function listKeys(userId: string): Promise<{ keys: KeyView[] }> {
  const found = await prisma().apiKey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return { keys: found.map(getView) };
}

/** Creates a key, shown only once, and sends an email notice. Throws LIMIT_REACHED, UNAUTHORIZED. */
export async function createKey(
  { user, sessionId }: Pick<SignedIn, "user" | "sessionId">,
  { label, scope, expiresAt }: KeyDraft,
  { now, after }: Pick<Call, "now" | "after">,
): Promise<{ key: KeyView; secret: string }> {
  const secret = newSecret();
  const key = {
    id: newId(),
    userId: user.id,
    label,
    scope,
    keyHash: tokenHash(secret),
    lastFour: secret.slice(-4),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
  };
  await transaction(async (tx) => {
    await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    const { apiKey } = prisma();
    if ((await apiKey.count({ where: { userId: user.id } })) >= maxKeys) throw new AppError("LIMIT_REACHED");
    await apiKey.create({ data: key, select: { id: true } });
    const mail = { dedupeKey: keyNoticeKey(key.id), template: keyNotice };
    await insertOwnDelivery(tx, { userId: user.id, ...mail, now });
  });
  after(sendAccountMailsSoon);
  return { key: getView(key), secret };
}

/** Throws NOT_FOUND if the user doesn't have it. */
export async function deleteKey(userId: string, id: string | undefined): Promise<void> {
  const { count } = await prisma().apiKey.deleteMany({ where: { id: getId(id), userId } });
  if (count === 0) throw new AppError("NOT_FOUND");
}

type KeyRow = Pick<ApiKey, "id" | "label" | "lastFour" | "createdAt" | "lastUsedAt" | "expiresAt">;

function getView({
  id,
  label,
  lastFour,
  createdAt,
  lastUsedAt,
  expiresAt,
  ...row
}: KeyRow & { scope: string }): KeyView {
  return {
    _id: id,
    label,
    lastFour,
    scope: row.scope === "write" ? "write" : "read",
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
