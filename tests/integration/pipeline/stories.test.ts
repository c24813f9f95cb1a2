import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { record, getRule } from "../../support/mentions";
import { getDeliveries, emptyOutbox } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { addBrowser, pushStage, shownAt } from "../../support/push-stage";
import { blank, hours, link, onHackerNews, submission } from "../../support/stories";
import "../../support/parallel-connections";
import { createMatches, getId, getRowRatio } from "../../support/stale-statistics";
import { joinStoryMentions } from "@/server/recording/statements/stories";
import { listMailTotals, listNews } from "@/server/delivery/statements/messages";
import { listSentBefore } from "@/server/delivery/statements/sent-stories";

const stage = pushStage();
let provider: MailProvider;
/** Saturday, 15:00 in Toronto. */
const start = new Date("2026-11-21T20:00:00.000Z");
const after = (ms: number) => new Date(start.getTime() + ms);

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.failures.length = 0;
  provider.refused.clear();
});
afterAll(() => provider.close());

const places = ["reddit:all", "hackernews:all"];

async function makePerson(fields: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser({ plan: "pro", timeZone: "America/Toronto", ...fields });
  const watch = await createWatch(user, { keyword: "Tidewater", places });
  return { user, watch, rules: [getRule(watch)] };
}
type Listener = Awaited<ReturnType<typeof makePerson>>;

/** Records items at a given time and sends due messages. */
async function receive({ rules }: Pick<Listener, "rules">, items: readonly Item[], at: Date) {
  await record(items, rules, at);
  return send(at);
}
async function send(at: Date) {
  await enqueueDueDeliveries(at);
  return deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );
}

test("names a story once in an email, with all its places and watches", async () => {
  const person = await makePerson();
  const other = await createWatch(person.user, { keyword: "is down", places });
  const first = submission({ place: "programming" });
  const second = onHackerNews({ title: "Tidewater is down" });
  await receive({ rules: [...person.rules, getRule(other)] }, [first, second], start);
  expect(provider.mails).toHaveLength(1);
  const [mail] = provider.mails;
  expect(mail!.subject).toContain("r/programming: Tidewater is down");
  expect(mail!.html.match(/Open post/g)).toHaveLength(1);
  expect(mail!.html).toContain(`href="${first.url}"`);
  expect(mail!.html).toMatch(new RegExp(`Also on .*${second.url.replace("?", "\\?")}.*Hacker News`));
  expect(mail!.text).toContain(`Also on Hacker News: ${second.url}`);
  expect(mail!.text).toContain("“Tidewater” and “is down”");
  expect(await getDeliveries(person.user.id)).toMatchObject([{ status: "sent", count: 1 }]);
});

test("emails about a story once per day of the account's time zone", async () => {
  const person = await makePerson();
  await receive(person, [submission({ place: "programming" })], start);
  await receive(person, [onHackerNews()], after(hours(2)));
  // Midnight in Toronto is nine hours after the start.
  await receive(person, [submission({ place: "webdev" })], after(hours(9) - 1));
  expect(provider.mails).toHaveLength(1);
  expect((await getDeliveries(person.user.id)).map(({ status, reason }) => [status, reason])).toEqual([
    ["sent", null],
    ["skipped", "sent"],
    ["skipped", "sent"],
  ]);
  await receive(person, [submission({ place: "node" })], after(hours(9)));
  await receive(person, [submission({ place: "deno" })], after(hours(20)));
  expect(provider.mails).toHaveLength(2);
  const { text } = provider.mails[1]!;
  expect(text).toMatch(/r\/node/);
  for (const place of ["r/programming", "Hacker News", "r/webdev"])
    expect(text).toContain(`Also on ${place}: `);
});

test("sends other matches without the story that was already sent", async () => {
  const person = await makePerson();
  await receive(person, [submission()], start);
  const updates = submission({ link: undefined, title: "Tidewater is back" });
  await receive(person, [onHackerNews(), updates], after(hours(1)));
  expect(provider.mails).toHaveLength(2);
  expect(provider.mails[1]!.subject).toContain("Tidewater is back");
  expect(provider.mails[1]!.text).not.toContain("Hacker News:");
});

test("counts a story once in a digest and sends no other email that day", async () => {
  const person = await makePerson({ emailFrequency: "daily" });
  await record([submission()], person.rules, start);
  await record([onHackerNews(), submission({ link: undefined })], person.rules, after(hours(3)));
  const morning = new Date("2026-11-22T13:00:00.000Z");
  await send(morning);
  expect(provider.mails).toHaveLength(1);
  expect(provider.mails[0]!.subject).toBe("Daily digest: 2 matches for “Tidewater”");
  const soon = await createWatch(person.user, {
    keyword: "tidewater",
    places: ["reddit:freelance"],
    emailNotification: true,
    frequency: "realtime",
  });
  await receive({ rules: [getRule(soon)] }, [submission()], new Date(morning.getTime() + hours(1)));
  expect(provider.mails).toHaveLength(1);
});

test("a rejected message does not block the story from the next one", async () => {
  const person = await makePerson();
  provider.refused.add(person.user.email);
  await receive(person, [submission()], start);
  expect(await getDeliveries(person.user.id)).toMatchObject([{ status: "failed" }]);
  provider.refused.clear();
  // As if the user had turned email on again.
  await pool().query(`UPDATE "User" SET "emailStatus" = 'ok' WHERE "id" = $1`, [person.user.id]);
  await receive(person, [onHackerNews()], after(hours(1)));
  expect(provider.mails).toHaveLength(1);
  expect(provider.mails[0]!.text).toContain("Also on r/freelance: ");
});

test("concurrently rendered messages name a story only once", async () => {
  const person = await makePerson();
  await record([submission()], person.rules, start);
  await enqueueDueDeliveries(start);
  await record([onHackerNews()], person.rules, after(10_000));
  await enqueueDueDeliveries(after(10_000));
  const deliver = () =>
    deliverDue(
      () => after(10_001),
      () => after(60_000),
    );
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(provider.mails).toHaveLength(1);
  expect((await getDeliveries(person.user.id)).map(({ status }) => status).toSorted()).toEqual([
    "sent",
    "skipped",
  ]);
});

test("uses each account's own day, and names every post if groupStories is off", async () => {
  const grouped = await makePerson();
  const apart = await makePerson({ groupStories: false });
  const rules = [...grouped.rules, ...apart.rules];
  await receive({ rules }, [submission()], start);
  await receive({ rules }, [onHackerNews()], after(hours(1)));
  const to = (person: Listener) => provider.mails.filter((mail) => mail.to === person.user.email);
  expect([to(grouped).length, to(apart).length]).toEqual([1, 2]);
  expect(to(apart).every(({ text }) => !text.includes("Also on"))).toBe(true);
});

test("names the other posts if the first one was deleted", async () => {
  const person = await makePerson();
  const first = submission({ title: "Tidewater, gone" });
  await record([first], person.rules, start);
  await record([onHackerNews()], person.rules, after(1));
  await blank(first.fullname);
  await send(after(2));
  expect(provider.mails[0]!.subject).toContain("Hacker News: Tidewater, elsewhere");
  expect(provider.mails[0]!.text).not.toContain("Also on");
});

test("names and counts a story once a day in push notifications, with its places", async () => {
  const person = await makePerson({ emailNotifications: false });
  const endpoint = await addBrowser(stage, person.user.id);
  await receive(person, [submission({ place: "programming" }), onHackerNews()], start);
  await receive(person, [submission({ place: "webdev" })], after(hours(1)));
  expect(shownAt(stage, endpoint)).toMatchObject([
    {
      title: "New match for Tidewater",
      body: "r/programming, Hacker News: Tidewater is down",
      count: 1,
    },
  ]);
  await receive(person, [submission({ place: "node" })], after(hours(9)));
  expect(shownAt(stage, endpoint)).toHaveLength(2);
});

test("sends no further messages about a read mention", async () => {
  const person = await makePerson();
  await receive(person, [submission()], start);
  await pool().query(`UPDATE "Notification" SET "status" = 'read' WHERE "userId" = $1`, [person.user.id]);
  await receive(person, [onHackerNews({ link: `${link}#later` })], after(hours(20)));
  expect(provider.mails).toHaveLength(1);
  expect(await getDeliveries(person.user.id)).toHaveLength(1);
});

test("joins stories as fast with statistics from before them", async () => {
  const fill = () =>
    createMatches("many", { users: 5, watches: 2, perKeyword: 2, items: 1_200, story: `u || ' ' || i % 20` });
  const ratio = await getRowRatio(fill, async (tx) => {
    const { rows } = await tx.query(`SELECT "id" FROM "Notification" WHERE "fullname" LIKE 'many%'`);
    await joinStoryMentions(tx, { ids: rows.map(({ id }) => id as string), since: new Date(0) });
  });
  expect(ratio).toBeLessThan(10);
});

test("reads a long digest as fast with statistics from before it", async () => {
  const deliveryIds = [getId("digest1")];
  const fill = async () => {
    await createMatches("digest", { users: 1, items: 6_000, story: "i" });
    await pool().query(
      `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "nextAttemptAt")
       VALUES ($1, $1, $1, 'email', '', now())`,
      deliveryIds,
    );
    await pool().query(
      `INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId") SELECT $1, "id" FROM "Notification" WHERE "userId" = $1`,
      deliveryIds,
    );
    await pool().query(
      `INSERT INTO "SentStory" ("destinationId", "storyKey", "day", "deliveryId")
       SELECT $1, "storyKey", now(), $1 FROM "Notification" WHERE "userId" = $1`,
      deliveryIds,
    );
  };
  const ratio = await getRowRatio(fill, async (tx) => {
    await listMailTotals(tx, deliveryIds, start);
    await listNews(tx, deliveryIds);
    await listSentBefore(tx, deliveryIds);
  });
  expect(ratio).toBeLessThan(10);
});
