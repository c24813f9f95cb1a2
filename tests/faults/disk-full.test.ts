import { afterEach, beforeEach, expect, test } from "vitest";
import { startPolling } from "../support/polling";
import { call } from "../support/request";
import { createSession, createUser, createWatch, factoryPassword } from "../../prisma/factories";
import * as poll from "@/app/api/cron/poll/route";
import * as register from "@/app/api/auth/register/route";
import * as keywords from "@/app/api/keywords/route";
import { pool } from "@/server/platform/database";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { runCron } from "@/server/platform/run";
import { compare, recordFaults } from "../support/fault-report";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { countOverdueEntries } from "../support/overdue-entries";
import { testSettings } from "../support/settings";

const minuteMs = 60_000;
/** The tables written for a page of posts, its notifications and messages, and for accounts and watches. */
const tables = ["RecentItem", "Item", "Notification", "Delivery", "User", "Watch", "EmailToken"];

let polling: Awaited<ReturnType<typeof startPolling>>;
let provider: MailProvider;

beforeEach(async () => {
  polling = await startPolling({ startMs: Date.now() });
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
  await pool().query(
    `CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file "base/1": No space left on device' USING ERRCODE = '53100'; END $$`,
  );
});
afterEach(async () => {
  await polling.close();
  await provider.close();
});

async function fill(): Promise<void> {
  for (const table of tables) {
    await pool().query(
      `CREATE TRIGGER disk_full BEFORE INSERT ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
    );
  }
}
async function empty(): Promise<void> {
  for (const table of tables) await pool().query(`DROP TRIGGER disk_full ON "${table}"`);
}

const positions = async () =>
  (await pool().query(`SELECT "place", "readAt" FROM "PlaceRead" WHERE "kind" = 'post' ORDER BY 1`)).rows;
const bearer = `Bearer ${testSettings.CRON_SECRET}`;

async function send(): Promise<void> {
  await enqueueDueDeliveries(polling.clock());
  await deliverDue(polling.clock, () => new Date(polling.clock().getTime() + 5_000));
}

test("when PostgreSQL's disk is full, the run fails, positions stay, the web returns 503 and all data survives", async () => {
  const user = await createUser();
  const session = await createSession(user);
  const activeSince = polling.clock();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev", "startups"], activeSince });
  for (const subreddit of ["webdev", "startups"]) polling.world.post({ subreddit, title: "Hello" });
  for (let n = 0; n < 2; n++) {
    await polling.pollOnce();
    polling.world.advance(minuteMs);
  }
  const before = await positions();
  const written = ["webdev", "startups"].map((subreddit) =>
    polling.world.post({ subreddit, title: "tidewater" }),
  );
  polling.world.advance(minuteMs);

  await fill();
  const during = await polling.pollOnce();
  expect(during).toMatchObject({ notifications: 0, gaps: 0 });
  expect(during.faults.length).toBeGreaterThan(0);
  expect(during.faults[0]!.error).toContain("could not extend file");
  expect(await positions()).toEqual(before);
  const refused = { status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } };
  const person = { firstName: "Maya", lastName: "Okafor", email: "full@earshot.example" };
  const body = { ...person, password: factoryPassword };
  expect(await call(register.POST, "POST", "/api/auth/register", { body })).toMatchObject(refused);
  const watch = { keyword: "other", subreddits: ["webdev"] };
  const requested = { bearer: session.bearer, body: watch };
  const response = await call(keywords.POST, "POST", "/api/keywords", requested);
  expect(response).toMatchObject(refused);
  expect(response.body.message).toBe("The service is temporarily unavailable. Please try again.");
  // If the run's row can't be inserted either, the caller gets an error and the lease is released.
  await pool().query(
    `CREATE TRIGGER disk_full BEFORE INSERT ON "Run" FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
  );
  expect(await call(poll.GET, "GET", "/api/cron/poll", { bearer })).toMatchObject(refused);
  await pool().query(`DROP TRIGGER disk_full ON "Run"`);
  await empty();
  expect(await runCron("poll", async () => ({ ran: true }))).toEqual({ ran: true });

  expect(await polling.pollOnce()).toMatchObject({ notifications: 2, gaps: 0, faults: [] });
  // The disk fills again between recording and sending: messages stay pending.
  await fill();
  await expect(send()).rejects.toMatchObject({ code: "53100" });
  await empty();
  await send();
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  const found = compare(
    written,
    rows.map((row) => row.fullname),
  );
  const stuck = await countOverdueEntries();
  recordFaults({ fault: "PostgreSQL's disk full", injected: 6, ...found, stuck });
  expect({ found, stuck, mails: provider.mails.length }).toEqual({
    found: { lost: 0, doubled: 0 },
    stuck: 0,
    mails: 1,
  });
});
