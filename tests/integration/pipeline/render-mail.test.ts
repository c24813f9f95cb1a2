import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pool } from "@/server/platform/database";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { threads } from "@/server/threads/threads";
import { claimRenders } from "@/server/rendering/statements/renders";
import { getDeliveries, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

let provider: MailProvider;
const now = new Date("2026-11-22T14:03:07.250Z");
const content = "I **left** tidewater over [a feed](https://bank.example/x).";

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
  // A run waits ten seconds for rendered text. On a busy machine, starting the thread can take that long.
  await threads().ready();
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = 0;
});
afterAll(() => Promise.all([provider.close(), threads().end()]));

/** Sends the alert emails due at `now` plus `laterMs`. */
function deliver(laterMs: number) {
  const startedMs = performance.now();
  const clock = () => new Date(now.getTime() + laterMs + performance.now() - startedMs);
  return deliverDue(clock, () => new Date(now.getTime() + laterMs + 60_000), "alert");
}

/** Creates a due email about an item that hasn't been rendered yet. */
async function createOnePending(text: string) {
  const user = await makeUser();
  await createPendingEmail(user.id, now, { content: text });
  await pool().query(`UPDATE "Item" SET "renderAt" = $1`, [now]);
  await enqueueDueDeliveries(now);
  return user;
}

test("renders an email's items before sending it", async () => {
  await createOnePending(content);
  expect(await deliver(0)).toMatchObject({ sent: 1 });
  expect(provider.mails[0]!.text).toContain("I left *tidewater* over a feed.");
  const { rows } = await pool().query(`SELECT "text", "renderAt", "renderTries" FROM "Item"`);
  expect(rows).toEqual([{ text: "I left tidewater over a feed.", renderAt: null, renderTries: 1 }]);
});

test("waits a minute for an item being rendered elsewhere, then sends plain text", async () => {
  const user = await createOnePending(content);
  await claimRenders(pool(), "all", { max: 1, now, waitMs: 3_600_000 });
  expect(await deliver(0)).toMatchObject({ sent: 0, pending: 1 });
  expect(await getDeliveries(user.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  expect(await deliver(30_000)).toMatchObject({ sent: 0, pending: 1 });
  expect(await deliver(61_000)).toMatchObject({ sent: 1, pending: 0 });
  expect(provider.mails[0]!.text).toContain("I left *tidewater* over a feed.");
  expect((await pool().query(`SELECT "text" FROM "Item"`)).rows).toEqual([{ text: null }]);
});

test("immediately sends a post that is expensive to parse as plain text", async () => {
  await createOnePending(`tidewater ${"]".repeat(20_000)}`);
  expect(await deliver(0)).toMatchObject({ sent: 1 });
  expect(provider.mails[0]!.text).toContain("*tidewater*\n]]]]");
});
