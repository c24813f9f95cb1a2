import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { closeDatabase, pool } from "@/server/platform/database";
import { deliverDue } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { recordRead } from "@/server/recording/record";
import { isDatabaseDown } from "@/server/platform/errors";
import { inBackground } from "@/server/platform/work";
import { endClaims } from "../support/end-claims";
import { type Cut, type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy";
import { compare, recordFaults } from "../support/fault-report";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { countOverdueEntries } from "../support/overdue-entries";

const cuts: (Cut | "none")[] = ["before", "after", "none", "after", "before"];
const people = 12;

let proxy: CuttingProxy;
let provider: MailProvider;

beforeAll(async () => {
  proxy = await startCuttingProxy(Number(new URL(inject("adminUrl")).port));
  provider = await startMailProvider();
  const url = new URL(process.env.DATABASE_URL!);
  url.port = String(proxy.port);
  Object.assign(process.env, { DATABASE_URL: url.href, RESEND_BASE_URL: provider.url });
});
afterAll(async () => {
  await closeDatabase();
  await proxy.close();
  await provider.close();
});

let refused = 0;

/** Repeats the work until it succeeds, as later runs would. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await inBackground(work);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      refused += 1;
    }
  }
}

function deliver(limitMs: number) {
  const deadline = new Date(Date.now() + limitMs);
  return deliverDue(
    () => new Date(),
    () => deadline,
  );
}

test("with connections lost before or after commits, items are recorded, enqueued and emailed once", async () => {
  const watches = [];
  for (let n = 0; n < people; n++) {
    const user = await createUser({ emailFrequency: "realtime" });
    watches.push({ user, watch: await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] }) });
  }
  const started = new Date();
  const wanted: string[] = [];
  for (let round = 0; round < cuts.length * 3; round++) {
    const { user, watch } = watches[round % people]!;
    const now = new Date(started.getTime() + round * 1000);
    const item = {
      fullname: `t3_cut${round}`,
      kind: "post" as const,
      site: "reddit",
      place: "webdev",
      title: `tidewater ${round}.`,
      body: "",
      html: null,
      author: "a",
      url: `https://www.reddit.com/r/webdev/comments/cut${round}/title/`,
      createdAt: now,
      over18: false,
    };
    const match = () => [{ watchId: watch.id, revision: watch.revision }] as never;
    proxy.cuts.push(cuts[round % cuts.length]!);
    await insist(() =>
      recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now }),
    );
    proxy.cuts.push(...cuts.slice(round % cuts.length), ...cuts.slice(0, 2));
    await insist(() => enqueueDueDeliveries(now));
    await insist(() => deliver(2_000));
    proxy.cuts.length = 0;
    await endClaims();
    await pool().query(`UPDATE "Budget" SET "windowStart" = now(), "pausedUntil" = NULL`);
    wanted.push(`${user.email} t3_cut${round}`);
  }
  const later = new Date(started.getTime() + 3_600_000);
  await enqueueDueDeliveries(later);
  // An email waits until the expired claim on its text can be renewed. Let that time pass.
  for (let tries = 0; tries < 5; tries++) {
    await endClaims();
    await deliver(60_000);
  }

  const { rows } = await pool().query<{ name: string }>(
    `SELECT u."email" || ' ' || n."fullname" AS name FROM "Notification" n JOIN "User" u ON u."id" = n."userId"`,
  );
  const recorded = compare(
    wanted,
    rows.map(({ name }) => name),
  );
  const carried = provider.mails.flatMap(({ to, html }) => [
    ...new Set([...html.matchAll(/comments\/(cut\d+)\//g)].map(([, id]) => `${to} t3_${id}`)),
  ]);
  const mailed = compare(wanted, carried);
  const stuck = await countOverdueEntries();
  console.log(`commits: ${proxy.cutsDone} connections cut at a commit, ${refused} calls repeated`);
  recordFaults({
    fault: "connection lost at a commit",
    injected: proxy.cutsDone,
    lost: recorded.lost + mailed.lost,
    doubled: recorded.doubled + mailed.doubled,
    stuck,
  });
  expect({ recorded, mailed, stuck }).toEqual({
    recorded: { lost: 0, doubled: 0 },
    mailed: { lost: 0, doubled: 0 },
    stuck: 0,
  });
  expect(proxy.cutsDone).toBeGreaterThan(cuts.length * 3);
});
