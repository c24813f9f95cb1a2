import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import * as explain from "@/app/api/keywords/explain/route";
import { coverageResponse, type CoverageResponse } from "@/contract/coverage";
import { type ExplainResponse, explainResponse } from "@/contract/preview";
import { getFrame } from "@/server/coverage/frame";
import { deliverDue } from "../support/deliver-due";
import { retain } from "@/server/operation/retention";
import { deleteAccount } from "@/server/operation/statements/removals";
import { pool, transaction } from "@/server/platform/database";
import { startMailProvider, type MailProvider } from "../support/mail-provider";
import { emptyOutbox } from "../support/pending-email";
import { receive, getItems, recordedBefore } from "../support/overflowing";
import { signedIn } from "../support/signed-in";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = 0;
});
afterAll(() => provider.close());

const today = (now: Date) => now.toISOString().slice(0, 10);

/** Creates a Free account in UTC with a watch two matches over its daily limit. */
async function overflowing(keyword = "tidewater") {
  const person = await signedIn("free", { timeZone: "UTC" });
  const watch = await createWatch(person.user, { keyword, subreddits: ["webdev"], activeSince: new Date(0) });
  const now = new Date();
  await recordedBefore(watch, today(now), 1_999);
  const items = getItems(3, new Date(now.getTime() - 1_000)).map((item, at) => ({
    ...item,
    createdAt: new Date(item.createdAt.getTime() + at),
  }));
  await receive([watch], items, now);
  return { person, watch, items, now };
}

async function deliver() {
  const now = () => new Date();
  await deliverDue(now, () => new Date(Date.now() + 60_000));
}
const mailsTo = (email: string) => provider.mails.filter(({ to }) => to === email);

test("coverage and layout report the overflow as a gap, only to its user", async () => {
  const { person, watch, now } = await overflowing();
  const result = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(coverageResponse.parse(result.body)).toEqual(result.body);
  expect(result.body.tooMany).toEqual([
    {
      ...{ watchId: watch.id, keyword: "tidewater", day: today(now), recorded: 2_000, missed: 2 },
      ...{ from: now.toISOString(), to: now.toISOString() },
    },
  ]);
  expect(result.body.issues).toContain("too-many");
  const frame = await getFrame({ id: person.user.id, pendingBulkUpdates: [] }, new Date());
  expect(frame.listening.gaps).toEqual([now.toISOString()]);
  expect(frame.listening.issues).toContain("too-many");
  const anHourOn = await getFrame(
    { id: person.user.id, pendingBulkUpdates: [] },
    new Date(now.getTime() + 3_700_000),
  );
  expect(anHourOn.listening.issues).not.toContain("too-many");
  const other = await signedIn();
  await createWatch(other.user);
  expect((await other.request<CoverageResponse>(coverage, "GET", "/coverage")).body).toMatchObject({
    tooMany: [],
  });
});

test("explains which items were only counted", async () => {
  const { person, items } = await overflowing();
  const verdicts = [];
  for (const { url } of items) {
    const { body } = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
      body: { url },
    });
    verdicts.push(explainResponse.parse(body).explanations[0]!.verdict);
  }
  expect(verdicts).toEqual(["matched", "too-many", "too-many"]);
});

test("sends one email with advice", async () => {
  const { person, watch, now } = await overflowing("a\r\nkeyword");
  await receive([watch], getItems(2, now), new Date(now.getTime() + 1));
  await deliver();
  const about = mailsTo(person.user.email).filter(({ subject }) => subject.startsWith("Too many"));
  expect(about).toHaveLength(1);
  expect(about[0]!.subject).toBe("Too many matches for “a keyword”");
  expect(about[0]!.text).toMatch(
    /reached its limit of 2,000 matches on \d+ \w+\..*count further.*\n[^]*\/keywords\n/,
  );
  expect(about[0]!.text).toContain("Pro records up to 20,000 matches a day.");
});

test("sends no email if email is off or the watch was deleted", async () => {
  const quiet = await createUser({ emailNotifications: false });
  const { person, watch } = await overflowing();
  const now = new Date();
  const silent = await createWatch(quiet);
  await recordedBefore(silent, today(now), 2_000);
  await receive([silent], getItems(1, now), now);
  await pool().query(`DELETE FROM "Watch" WHERE "id" = $1`, [watch.id]);
  await deliver();
  expect([...mailsTo(quiet.email), ...mailsTo(person.user.email)]).toEqual([]);
  const { rows } = await pool().query(
    `SELECT "status"::text, "reason" FROM "Delivery" WHERE "template" = 'day-overflow' ORDER BY 2`,
  );
  expect(rows).toEqual([
    { status: "skipped", reason: "gone" },
    { status: "skipped", reason: "suppressed" },
  ]);
});

test("keeps overflows for 30 days and deletes them with their watch or account", async () => {
  const counted = async () => (await pool().query(`SELECT FROM "DayOverflow"`)).rowCount;
  await pool().query(`TRUNCATE "DayOverflow"`);
  const [old, deleted, closed, retained] = [
    await overflowing(),
    await overflowing(),
    await overflowing(),
    await overflowing(),
  ];
  await pool().query(`UPDATE "DayOverflow" SET "toAt" = $2 WHERE "watchId" = $1`, [
    old.watch.id,
    new Date(retained.now.getTime() - 30 * 86_400_000 - 1),
  ]);
  await transaction((tx) => deleteAccount(tx, closed.person.user.id, new Date()));
  expect(await counted()).toBe(3);
  await pool().query(`DELETE FROM "Watch" WHERE "id" = $1`, [deleted.watch.id]);
  await retain(retained.now, () => true);
  const { rows } = await pool().query(`SELECT "watchId" FROM "DayOverflow"`);
  expect(rows).toEqual([{ watchId: retained.watch.id }]);
});
