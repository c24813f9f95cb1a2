import { afterAll, beforeAll, beforeEach } from "vitest";
import { loadCertificate } from "../../sandbox/push/certificate";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { makeVapidKeys } from "../../scripts/settings.mjs";
import { createNotification, createUser, createWatch } from "../../prisma/factories";
import { pool } from "@/server/platform/database";
import { createBrowser } from "./browsers";
import { emptyOutbox } from "./pending-email";

/** The current time in the push tests. */
export const now = new Date("2026-11-21T14:03:07.250Z");
export const later = (ms: number) => new Date(now.getTime() + ms);

/**
 * Starts the sandbox's push service, with its certificate trusted by this process, and sets the VAPID keys
 * and push hosts.
 */
export function pushStage(): { sandbox: StartedSandbox; publicKey: string } {
  const stage = { publicKey: "" } as { sandbox: StartedSandbox; publicKey: string };
  beforeAll(async () => {
    stage.sandbox = await startSandbox({
      stream: false,
      historyHours: 0,
      certificate: loadCertificate(".data/test"),
    });
    const keys = makeVapidKeys();
    stage.publicKey = keys.VAPID_PUBLIC_KEY;
    // Read at first use, which is after this.
    Object.assign(process.env, keys, {
      PUSH_HOSTS: `127.0.0.1:${stage.sandbox.pushPort},localhost,*.example.com`,
    });
  });
  beforeEach(async () => {
    stage.sandbox.sandbox.reset();
    await emptyOutbox();
  });
  afterAll(() => stage.sandbox.close());
  return stage;
}

/** Creates an account with a watch and a browser subscribed to push messages. */
export async function makeListener(stage: { sandbox: StartedSandbox }, plan: "free" | "pro" = "pro") {
  const user = await createUser({ plan, emailNotifications: false });
  const watch = await createWatch(user);
  const endpoint = await addBrowser(stage, user.id);
  return { user, watch, endpoint };
}

export async function addBrowser({ sandbox }: { sandbox: StartedSandbox }, userId: string): Promise<string> {
  const { endpoint, keys } = sandbox.push.subscribe(null);
  await createBrowser(userId, { endpoint, keys });
  return endpoint;
}

/** Creates a match with a push message that is due immediately. */
export async function createPendingPush(
  watch: Parameters<typeof createNotification>[0],
  { dueAt = now, ...overrides }: Parameters<typeof createNotification>[1] & { dueAt?: Date } = {},
): Promise<string> {
  const outbox = [{ channel: "push" as const, dueAt }];
  const { notification } = await createNotification(watch, { createdAt: now, outbox, ...overrides });
  return notification.id;
}

export interface StoredPush {
  id: string;
  dedupeKey: string;
  status: string;
  reason: string | null;
  count: number;
  attempts: number;
  nextAttemptAt: Date;
  message: unknown;
}

export async function getPushes(userId: string): Promise<StoredPush[]> {
  const { rows } = await pool().query<StoredPush>(
    `SELECT * FROM "Delivery" WHERE "userId" = $1 AND "channel" = 'push' ORDER BY "dedupeKey"`,
    [userId],
  );
  return rows;
}

/** The notifications shown by the browser with this endpoint. */
export function shownAt({ sandbox }: { sandbox: StartedSandbox }, endpoint: string) {
  const shown = sandbox.push.pushes.filter((push) => push.endpoint === endpoint);
  return shown.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
}
