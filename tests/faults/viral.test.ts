import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { inBackground } from "@/server/platform/work";
import { deliverDue } from "@/server/delivery/deliver";
import { recordRead } from "@/server/recording/record";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { compare, recordFaults } from "../support/fault-report";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { countOverdueEntries } from "../support/overdue-entries";

const matches = 10_000;
const others = 20;

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());

function getItem(at: number, createdAt: Date): Item {
  const fullname = `t3_viral${at}`;
  const url = `https://www.reddit.com/r/webdev/comments/viral${at}/title/`;
  const text = { title: `tidewater ${at}`, body: "", html: null, author: "a" };
  return { fullname, kind: "post", site: "reddit", place: "webdev", ...text, url, createdAt, over18: false };
}

test("10,000 matches for one user in one poll make one message, and other users' messages are on time", async () => {
  const now = new Date("2026-11-21T14:03:07.250Z");
  let offsetMs = 0;
  const setAtMs = performance.now();
  const clock = () => new Date(now.getTime() + offsetMs + performance.now() - setAtMs);
  const send = async () => {
    const deadline = new Date(clock().getTime() + 120_000);
    await inBackground(() => enqueueDueDeliveries(clock()));
    await inBackground(() => deliverDue(clock, () => deadline));
  };
  const [viral, ...quiet] = await Promise.all(
    Array.from({ length: 1 + others }, () =>
      createUser({ plan: "pro", emailFrequency: "realtime", timeZone: "UTC" }),
    ),
  );
  const watches = await Promise.all(
    [viral!, ...quiet].map((user) => createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] })),
  );
  const items = Array.from({ length: matches }, (_, at) => getItem(at, new Date(now.getTime() - at)));
  // The last item also matches the other users' watches.
  const getRule = ({ id, revision }: (typeof watches)[number]) => ({ watchId: id, revision }) as never;
  const match = ({ fullname }: Item) =>
    fullname === "t3_viral0" ? watches.map(getRule) : [getRule(watches[0]!)];
  const done = await inBackground(() =>
    recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now }),
  );
  expect(done.notifications).toBe(matches + others);

  await send();
  const onTime = compare(
    quiet.map(({ email }) => email),
    provider.mails.map(({ to }) => to),
  );
  expect(onTime).toEqual({ lost: 0, doubled: 0 });
  offsetMs = 3_600_000;
  await send();
  const own = provider.mails.filter(({ to }) => to === viral!.email);
  const stuck = await countOverdueEntries();
  const { rows } = await pool().query(
    `SELECT "status"::text, "count" FROM "Delivery" WHERE "userId" = $1 AND "channel" = 'email'`,
    [viral!.id],
  );
  recordFaults({
    fault: "a viral keyword",
    injected: 1,
    lost: onTime.lost + (own.length === 0 ? 1 : 0),
    doubled: onTime.doubled + Math.max(0, own.length - 1),
    stuck,
  });
  expect(rows).toEqual([{ status: "sent", count: matches }]);
  expect(own).toHaveLength(1);
  expect(own[0]!.text).toMatch(/Showing the latest 50 of 10,?000/);
  expect(stuck).toBe(0);
});
