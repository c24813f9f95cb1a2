import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { compare, recordFaults } from "../support/fault-report";
import { makeUser, createPendingEmail } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";

const mails = 1_000;
const atOnce = 20;
const maxTries = 5;

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());

test("with one broken email in 1,000, the other 999 arrive and the broken one is reported", async () => {
  const now = new Date();
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const emails: string[] = [];
  for (let n = 0; n < mails; n += atOnce) {
    const some = await Promise.all(Array.from({ length: atOnce }, () => makeUser()));
    await Promise.all(some.map(({ id }) => createPendingEmail(id, now, { content: "" })));
    emails.push(...some.map(({ email }) => email));
  }
  await enqueueDueDeliveries(clock());
  // An unknown template represents any bug of ours that affects a single email.
  const poisoned = emails[mails / 2]!;
  await pool().query(
    `WITH token AS (
       INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "expiresAt")
       SELECT "id", "id", 'verify', 'x', "email", now() + interval '1 day' FROM "User" WHERE "email" = $1
       RETURNING "id"
     )
     UPDATE "Delivery" SET "kind" = 'account', "template" = 'gone', "dedupeKey" = token."id"::text
     FROM token WHERE "userId" = token."id"`,
    [poisoned],
  );
  for (let tries = 0; tries < maxTries; tries++, offsetMs += 20 * 60_000) {
    const deadline = new Date(clock().getTime() + 240_000);
    await deliverDue(clock, () => deadline);
  }

  const healthy = emails.filter((email) => email !== poisoned);
  const arrived = compare(
    healthy,
    provider.mails.map(({ to }) => to),
  );
  const { rows } = await pool().query(
    `SELECT u."email", d."status"::text, d."reason", d."attempts" FROM "Delivery" d JOIN "User" u ON u."id" = d."userId"
     WHERE d."status" <> 'sent'`,
  );
  recordFaults({ fault: "one poisoned mail in 1,000", injected: 1, ...arrived, stuck: rows.length - 1 });
  expect(arrived).toEqual({ lost: 0, doubled: 0 });
  expect(rows).toEqual([{ email: poisoned, status: "failed", reason: "render", attempts: maxTries }]);
  expect((await getHealth()).checks.deliveries).toEqual({ ok: false, detail: "1 failed or unknown in 48 h" });
});
