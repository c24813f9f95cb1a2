import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropResponses, finishResponses } from "../../support/after-responses";
import { factoryPassword } from "../../../prisma/factories";
import * as profile from "@/app/api/users/profile/route";
import { pool } from "@/server/platform/database";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { readFlowMetrics, readMetrics } from "@/server/operation/statements/metrics";
import { whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { countLargeRows, createLargeAccount } from "../../support/large-account";
import { emptyOutbox } from "../../support/pending-email";

const size = 24_000;
/** Maximum rows per kind deleted before the response. */
const chunk = 5_000;

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.mails.length = 0;
  dropResponses();
  await emptyOutbox();
});

const close = (bearer: string) =>
  call(profile.DELETE, "DELETE", "/api/users/profile", { bearer, body: { password: factoryPassword } });
const nothing = { notifications: 0, outboxEntries: 0, deliveries: 0, entries: 0 };

test("deletes part of a large account before the response, hides the rest and sends one email", async () => {
  const { bearer } = await createLargeAccount(size);
  expect(await countLargeRows()).toEqual({
    notifications: size,
    outboxEntries: size,
    deliveries: size / 10,
    entries: size,
  });
  expect((await close(bearer)).status).toBe(204);
  const left = await countLargeRows();
  for (const kind of ["notifications", "outboxEntries", "entries"])
    expect([kind, left[kind]! >= size - chunk]).toEqual([kind, true]);

  expect((await whoAmI(bearer)).status).toBe(401);
  const samples = [...(await readMetrics(pool(), [], [])), ...(await readFlowMetrics(pool(), [], []))];
  const counted = samples.filter(({ name }) =>
    ["deliveries", "deliveries_waiting", "outbox_overdue", "deliveries_stuck", "lag_seconds"].includes(name),
  );
  expect(counted.filter(({ value }) => value !== 0)).toEqual([]);
  const now = new Date();
  // Enqueueing drops entries of closed accounts.
  expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
  expect((await countLargeRows()).outboxEntries).toBe(0);
  expect(
    await deliverDue(
      () => now,
      () => new Date(now.getTime() + 5_000),
    ),
  ).toEqual({ sent: 1, failed: 0, retried: 0, pending: 0 });
  expect(provider.mails).toMatchObject([{ subject: "Your account has been deleted" }]);

  await finishResponses();
  expect(await countLargeRows()).toEqual(nothing);
  expect((await pool().query(`SELECT FROM "ClosedAccount"`)).rowCount).toBe(0);
});

test("the next delivery run deletes the rest if the process ends after the response", async () => {
  const { bearer } = await createLargeAccount(size);
  expect((await close(bearer)).status).toBe(204);
  dropResponses();
  // The next run waits a minute, because the original process could still be deleting.
  const deliverAt = async (ms: number) => {
    const now = new Date(Date.now() + ms);
    // The clock doesn't advance, so slow machines have enough time too.
    await deliverDue(
      () => now,
      () => new Date(now.getTime() + 30_000),
    );
  };
  await deliverAt(0);
  expect(provider.mails).toHaveLength(1);
  expect((await countLargeRows()).notifications).toBe(size - chunk);
  await deliverAt(61_000);
  expect(await countLargeRows()).toEqual(nothing);
});
