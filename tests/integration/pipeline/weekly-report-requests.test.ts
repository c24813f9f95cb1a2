import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { deliverDue } from "../../support/deliver-due";
import { queueAccountMail } from "@/server/delivery/deliveries";
import { freezeDue } from "@/server/delivery/freeze";
import { stopReportUrl } from "@/server/delivery/unsubscribe";
import { queueDueReports } from "@/server/delivery/weekly-reports";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { emailToken, tokenHash } from "@/server/platform/tokens";
import { POST } from "@/app/api/unsubscribe/[token]/route";
import { documented } from "../../support/documented";
import { emptyOutbox } from "../../support/pending-email";
import { openStatementLog } from "../../support/statement-log";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

const due = new Date("2026-11-23T13:00:00Z");
const ahead = (hours: number) => new Date(due.getTime() + hours * 3_600_000);

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.requests.length = 0;
});

async function createReader() {
  const user = await createUser({ weeklyReportAt: due });
  await createWatch(user);
  return user;
}
const queue = () => queueDueReports(due, () => true);
const deliver = (now = due) =>
  deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );

test("sends the reports of several users in one request, and a password reset in its own", async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, createReader));
  await queue();
  const forgetful = await createUser();
  const tokenId = newId();
  await prisma().emailToken.create({
    data: {
      ...{ id: tokenId, userId: forgetful.id, kind: "reset", email: forgetful.email },
      ...{ tokenHash: tokenHash(emailToken(tokenId)), expiresAt: ahead(1) },
    },
  });
  await queueAccountMail(pool(), { userId: forgetful.id, template: "reset", tokenId, now: due });
  expect(await deliver()).toMatchObject({ sent: 6, pending: 0 });
  const sent = provider.requests.map(({ body }) =>
    (JSON.parse(body) as { to: string }[]).map(({ to }) => to),
  );
  expect(sent.map((to) => to.toSorted())).toEqual(
    expect.arrayContaining([readers.map(({ email }) => email).toSorted(), [forgetful.email]]),
  );
  expect(sent).toHaveLength(2);
});

test("a refused report doesn't stop the others of its request", async () => {
  const [one, other] = [await createReader(), await createReader()];
  provider.poison.add(other.email);
  await queue();
  expect(await deliver()).toMatchObject({ sent: 1, failed: 1, pending: 0 });
  expect(provider.mails.map(({ to }) => to)).toEqual([one.email]);
});

test("doesn't send a rendered report after the user unsubscribed", async () => {
  const user = await createReader();
  await queue();
  await freezeDue("email", "account", due);
  const token = stopReportUrl(user.id).split("/").at(-1)!;
  const request = new Request(stopReportUrl(user.id), { method: "POST" });
  await documented(POST)(request, { params: Promise.resolve({ token }) });
  await deliver();
  expect(await prisma().delivery.findMany()).toMatchObject([{ status: "skipped", reason: "suppressed" }]);
  expect(provider.mails).toEqual([]);
});

test("doesn't count the week of a report that waits for the end of a mute", async () => {
  const user = await createReader();
  await prisma().user.update({ where: { id: user.id }, data: { mutedUntil: ahead(2) } });
  await queue();
  const { during } = await openStatementLog();
  const counts = async (now: Date) =>
    (await during(() => deliver(now))).filter((statement) => statement.includes('AS "readShare"')).length;
  expect([await counts(due), await counts(ahead(1)), await counts(ahead(2))]).toEqual([0, 0, 1]);
  expect(provider.mails).toHaveLength(1);
});
