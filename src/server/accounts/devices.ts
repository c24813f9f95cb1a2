import type { DeviceView } from "@/contract/account";
import { prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { endSession } from "./sessions";

/** A user's sessions: the current one first, then by last use. */
export async function listDevices(
  userId: string,
  sessionId: string,
  now: Date,
): Promise<{ sessions: DeviceView[] }> {
  const live = await prisma().session.findMany({
    where: { userId, endedAt: null, expiresAt: { gt: now } },
    orderBy: [{ rotatedAt: "desc" }, { id: "desc" }],
    select: { id: true, userAgent: true, createdAt: true, rotatedAt: true, expiresAt: true },
  });
  const sessions = live.map(({ id, userAgent, createdAt, rotatedAt, expiresAt }) => ({
    _id: id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastSeenAt: rotatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === sessionId,
  }));
  return {
    sessions: [...sessions.filter((one) => one.isCurrent), ...sessions.filter((one) => !one.isCurrent)],
  };
}

/** Signs out a device. Throws NOT_FOUND if it isn't signed in or belongs to another user. */
export async function endDevice(userId: string, id: string | undefined, now: Date): Promise<void> {
  if (!(await endSession({ id: getId(id), userId }, now))) throw new AppError("NOT_FOUND");
}
