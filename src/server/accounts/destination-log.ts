import { givenOf } from "@/channels/registry";
import type { LoggedDelivery } from "@/contract/destination";
import { queueTest, replayOwn } from "@/server/delivery/deliveries";
import { prisma, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { decrypt } from "@/server/platform/encryption";
import { loggedView } from "./destination-views";
import { findOwn, requirePro } from "./destinations";
import { reserveTest } from "./receiver-tests";
import type { Account } from "./statements/accounts";

const shown = 50;
const replayedForMs = 30 * 24 * 60 * 60 * 1000;

const logged = {
  id: true,
  kind: true,
  dedupeKey: true,
  status: true,
  reason: true,
  count: true,
  template: true,
  createdAt: true,
  sentAt: true,
  nextAttemptAt: true,
  tries: { select: { at: true, answer: true }, orderBy: { at: "asc" } },
} as const;

/** Throws NOT_FOUND. */
export async function listDestinationDeliveries(
  user: Account,
  id: string | undefined,
): Promise<{ deliveries: LoggedDelivery[] }> {
  const { id: destinationId } = await findOwn(user.id, id);
  const found = await prisma().delivery.findMany({
    where: { userId: user.id, destinationId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: shown,
    select: logged,
  });
  return { deliveries: found.map(loggedView) };
}

/** Throws NOT_FOUND, PRO_REQUIRED, or VALIDATION_ERROR if the destination is off or can't be tested. */
export async function testDestination(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<{ delivery: LoggedDelivery }> {
  const { id: destinationId, channel, offAt, encryptedAddress } = await findOwn(user.id, id);
  const userInput = givenOf(channel);
  if (userInput === undefined)
    throw new AppError("VALIDATION_ERROR", "This type of destination can't be tested here.");
  requirePro(user);
  requireOn(offAt);
  const address = encryptedAddress === null ? null : decrypt(encryptedAddress, destinationId);
  // If the address can't be decrypted, the delivery reports it.
  const at = address === null ? now : await reserveTest(user.id, { given: userInput, address }, now);
  const made = await transaction((tx) => queueTest(tx, destinationId, { now, at }));
  return { delivery: await findLogged(user.id, made) };
}

/**
 * Throws PRO_REQUIRED, VALIDATION_ERROR if the destination is off, or NOT_FOUND if the delivery is older than 30
 * days or used another channel.
 */
export async function replayDelivery(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<{ delivery: LoggedDelivery }> {
  const known = getId(id);
  const since = new Date(now.getTime() - replayedForMs);
  const found = await prisma().delivery.findFirst({
    where: { id: known, userId: user.id },
    select: { destinationId: true },
  });
  if (found === null) throw new AppError("NOT_FOUND");
  const { offAt } = await findOwn(user.id, found.destinationId);
  requirePro(user);
  requireOn(offAt);
  const isThere = await transaction((tx) => replayOwn(tx, { id: known, userId: user.id, since, now }));
  if (!isThere) throw new AppError("NOT_FOUND");
  return { delivery: await findLogged(user.id, known) };
}

function requireOn(offAt: Date | null): void {
  if (offAt !== null)
    throw new AppError("VALIDATION_ERROR", "This destination is off. Turn it on and try again.");
}

async function findLogged(userId: string, id: string): Promise<LoggedDelivery> {
  const found = await prisma().delivery.findFirst({ where: { id, userId }, select: logged });
  if (found === null) throw new AppError("NOT_FOUND");
  return loggedView(found);
}
