import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { Item } from "@/domain/item";
import { pool } from "@/server/platform/database";
import { deliverDue } from "@/server/delivery/deliver";
import { sealDue } from "@/server/delivery/seal";
import { record, ruleOf } from "../../support/mentions";
import { deliveriesOf, emptyOutbox } from "../../support/mail-debts";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { addBrowser, pushStage, shownAt } from "../../support/push-stage";
import { blank, hours, link, onHackerNews, submission } from "../../support/stories";
import "../../support/parallel-connections";

const stage = pushStage();
let provider: MailProvider;
/** In Toronto 15:00 of a Saturday. */
const start = new Date("2026-11-21T20:00:00.000Z");
const after = (ms: number) => new Date(start.getTime() + ms);

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.mishaps.length = 0;
  provider.refused.clear();
});
afterAll(() => provider.close());

const places = ["reddit:all", "hackernews:all"];

async function makePerson(fields: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser({ plan: "pro", timeZone: "America/Toronto", ...fields });
  const watch = await createWatch(user, { keyword: "Tidewater", places });
  return { user, watch, rules: [ruleOf(watch)] };
}
type Listener = Awaited<ReturnType<typeof makePerson>>;

/** Records items at a moment, and sends what is due then. */
async function hear({ rules }: Pick<Listener, "rules">, items: readonly Item[], at: Date) {
  await record(items, rules, at);
  return send(at);
}
async function send(at: Date) {
  await sealDue(at);
  return deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );
}

test("one mail names the story, with all its places and watches", async () => {
  const person = await makePerson();
  const other = await createWatch(person.user, { keyword: "is down", places });
  const first = submission({ place: "programming" });
  const second = onHackerNews({ title: "Tidewater is down" });
  await hear({ rules: [...person.rules, ruleOf(other)] }, [first, second], start);
  expect(provider.mails).toHaveLength(1);
  const [mail] = provider.mails;
  expect(mail!.subject).toContain("r/programming: Tidewater is down");
  expect(mail!.html.match(/Open post/g)).toHaveLength(1);
  expect(mail!.html).toContain(`href="${first.url}"`);
  expect(mail!.html).toMatch(new RegExp(`Also on .*${second.url.replace("?", "\\?")}.*Hacker News`));
  expect(mail!.text).toContain(`Also on Hacker News: ${second.url}`);
  expect(mail!.text).toContain("“Tidewater” and “is down”");
  expect(await deliveriesOf(person.user.id)).toMatchObject([{ status: "sent", count: 1 }]);
});

test("a mail names a story once a day of the account, and again on the next", async () => {
  const person = await makePerson();
  await hear(person, [submission({ place: "programming" })], start);
  await hear(person, [onHackerNews()], after(hours(2)));
  // Midnight in Toronto is nine hours after the start.
  await hear(person, [submission({ place: "webdev" })], after(hours(9) - 1));
  expect(provider.mails).toHaveLength(1);
  expect((await deliveriesOf(person.user.id)).map(({ status, reason }) => [status, reason])).toEqual([
    ["sent", null],
    ["skipped", "told"],
    ["skipped", "told"],
  ]);
  await hear(person, [submission({ place: "node" })], after(hours(9)));
  await hear(person, [submission({ place: "deno" })], after(hours(20)));
  expect(provider.mails).toHaveLength(2);
  const { text } = provider.mails[1]!;
  expect(text).toMatch(/r\/node/);
  for (const place of ["r/programming", "Hacker News", "r/webdev"])
    expect(text).toContain(`Also on ${place}: `);
});

test("other matches of the message go, the story with none of them", async () => {
  const person = await makePerson();
  await hear(person, [submission()], start);
  const news = submission({ link: undefined, title: "Tidewater is back" });
  await hear(person, [onHackerNews(), news], after(hours(1)));
  expect(provider.mails).toHaveLength(2);
  expect(provider.mails[1]!.subject).toContain("Tidewater is back");
  expect(provider.mails[1]!.text).not.toContain("Hacker News:");
});

test("a digest counts the story once, and is not followed by a mail of the same day", async () => {
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
  await hear({ rules: [ruleOf(soon)] }, [submission()], new Date(morning.getTime() + hours(1)));
  expect(provider.mails).toHaveLength(1);
});

test("what was refused does not keep the story from the next message", async () => {
  const person = await makePerson();
  provider.refused.add(person.user.email);
  await hear(person, [submission()], start);
  expect(await deliveriesOf(person.user.id)).toMatchObject([{ status: "failed" }]);
  provider.refused.clear();
  // As its user does by switching mail on again.
  await pool().query(`UPDATE "User" SET "emailStatus" = 'ok' WHERE "id" = $1`, [person.user.id]);
  await hear(person, [onHackerNews()], after(hours(1)));
  expect(provider.mails).toHaveLength(1);
  expect(provider.mails[0]!.text).toContain("Also on r/freelance: ");
});

test("messages that are rendered at once name a story in one of them", async () => {
  const person = await makePerson();
  await record([submission()], person.rules, start);
  await sealDue(start);
  await record([onHackerNews()], person.rules, after(10_000));
  await sealDue(after(10_000));
  const deliver = () =>
    deliverDue(
      () => after(10_001),
      () => after(60_000),
    );
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(provider.mails).toHaveLength(1);
  expect((await deliveriesOf(person.user.id)).map(({ status }) => status).toSorted()).toEqual([
    "sent",
    "skipped",
  ]);
});

test("each account has its own day, and groupStories off names every post", async () => {
  const grouped = await makePerson();
  const apart = await makePerson({ groupStories: false });
  const rules = [...grouped.rules, ...apart.rules];
  await hear({ rules }, [submission()], start);
  await hear({ rules }, [onHackerNews()], after(hours(1)));
  const to = (person: Listener) => provider.mails.filter((mail) => mail.to === person.user.email);
  expect([to(grouped).length, to(apart).length]).toEqual([1, 2]);
  expect(to(apart).every(({ text }) => !text.includes("Also on"))).toBe(true);
});

test("a story whose first post is gone by then is told by the others", async () => {
  const person = await makePerson();
  const first = submission({ title: "Tidewater, gone" });
  await record([first], person.rules, start);
  await record([onHackerNews()], person.rules, after(1));
  await blank(first.fullname);
  await send(after(2));
  expect(provider.mails[0]!.subject).toContain("Hacker News: Tidewater, elsewhere");
  expect(provider.mails[0]!.text).not.toContain("Also on");
});

test("a push names it once a day, with its places, and counts it once", async () => {
  const person = await makePerson({ emailNotifications: false });
  const endpoint = await addBrowser(stage, person.user.id);
  await hear(person, [submission({ place: "programming" }), onHackerNews()], start);
  await hear(person, [submission({ place: "webdev" })], after(hours(1)));
  expect(shownAt(stage, endpoint)).toMatchObject([
    {
      title: "New match for Tidewater",
      body: "r/programming, Hacker News: Tidewater is down",
      count: 1,
    },
  ]);
  await hear(person, [submission({ place: "node" })], after(hours(9)));
  expect(shownAt(stage, endpoint)).toHaveLength(2);
});

test("a mention that is read owes nothing more", async () => {
  const person = await makePerson();
  await hear(person, [submission()], start);
  await pool().query(`UPDATE "Notification" SET "status" = 'read' WHERE "userId" = $1`, [person.user.id]);
  await hear(person, [onHackerNews({ link: `${link}#later` })], after(hours(20)));
  expect(provider.mails).toHaveLength(1);
  expect(await deliveriesOf(person.user.id)).toHaveLength(1);
});
