import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { getSignature } from "../../sandbox/stripe/webhooks";
import { maxMessageItems } from "@/domain/delivery/message";
import { pool } from "@/server/platform/database";
import { endClaims, endWindows } from "../support/end-claims";
import { compare, recordFaults } from "../support/fault-report";
import { bundleWorker, give, kill, type SentEvent, startWorker } from "../support/kill-order";
import { type Ending, parts } from "../support/kill-points";
import { linkedItems } from "../support/mailed-items";
import { countOverdueEntries } from "../support/overdue-entries";
import { testSettings } from "../support/settings";
import { newCustomer, openCheckout } from "../support/stripe-stage";

/** Kills under load, spread evenly over the parts; KILL_ROUNDS=500 is the full run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 40);
const postsPerRound = 4;
/** Use each watch for this many rounds, so there are several watches. */
const roundsPerWatch = 40;
let random = Number(process.env.KILL_SEED ?? 20_261_121);
const chance = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

let sandbox: StartedSandbox;
let worker: string;

beforeAll(async () => {
  worker = await bundleWorker("kill-worker");
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.REDDIT_AUTH_URL = `${sandbox.url}/reddit`;
  process.env.REDDIT_API_URL = `${sandbox.url}/reddit`;
  process.env.RESEND_BASE_URL = `${sandbox.url}/resend`;
  process.env.STRIPE_API_URL = `${sandbox.url}/stripe`;
  sandbox.stripe.webhooks.habits.hold = true;
  sandbox.reddit.rate.settings.perWindow = 1_000_000;
});
afterAll(() => sandbox.close());

async function letTimePass(): Promise<void> {
  await endClaims();
  // Each round sends a separate message.
  await endWindows();
  await pool().query(`UPDATE "Budget" SET "used" = 0, "pausedUntil" = NULL, "failures" = 0`);
}

function bounceOf(email: string, id: string): SentEvent {
  const data = { email_id: id, to: [email], bounce: { type: "Permanent" } };
  const body = JSON.stringify({ type: "email.bounced", created_at: new Date(), data });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = Buffer.from(testSettings.RESEND_WEBHOOK_SECRET.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
  return { provider: "resend", id, headers, body };
}

/** Signed at sending time, possibly long after the event. */
const stripeEvents = (): SentEvent[] =>
  sandbox.stripe.webhooks.held.map(({ id, body }) => {
    const headers = { "stripe-signature": getSignature(body, testSettings.STRIPE_WEBHOOK_SECRET) };
    return { provider: "stripe", id, headers, body };
  });

/** Webhook events for a payment or a bounce are redelivered until we accept them. */
class Events {
  readonly payers: { id: string; email: string }[] = [];
  readonly bounced: string[] = [];
  readonly all = new Set<string>();
  private bounces: SentEvent[] = [];

  async happen(round: number): Promise<void> {
    if (round % 3 === 0) {
      const payer = await newCustomer();
      sandbox.stripe.act("pay", { session: await openCheckout(payer) });
      this.payers.push(payer);
    } else {
      const { email } = await createUser();
      this.bounced.push(email);
      this.bounces.push(bounceOf(email, `bounce-${round}`));
    }
    for (const { id } of this.open()) this.all.add(id);
  }

  open(): SentEvent[] {
    return [...stripeEvents(), ...this.bounces];
  }

  taken(ids: readonly string[]): void {
    const { webhooks } = sandbox.stripe;
    webhooks.held = webhooks.held.filter(({ id }) => !ids.includes(id));
    this.bounces = this.bounces.filter(({ id }) => !ids.includes(id));
  }
}

function write(keyword: string, round: number): string[] {
  return Array.from({ length: postsPerRound }, (_, at) => {
    const subreddit = at % 2 === 0 ? "webdev" : "startups";
    const text = `Nobody mentions ${keyword} in round ${round}, number ${at}`;
    if (at % 3 === 0) return sandbox.world.comment({ subreddit, body: text });
    return sandbox.world.post({ subreddit, title: text, selftext: "A sentence below." });
  });
}

const names = async (statement: string): Promise<string[]> =>
  (await pool().query<{ name: string }>(statement)).rows.map(({ name }) => name);

/** The items of these emails, including those that a long email only counts. */
async function getItems(userId: string, mails: readonly { id: string; html: string }[]): Promise<string[]> {
  const { rows } = await pool().query<{ id: string | null; items: string[] }>(
    `SELECT d."providerId" AS id, array_agg(n."fullname") AS items FROM "Delivery" d
     JOIN "DeliveryEntry" e ON e."deliveryId" = d."id" JOIN "Notification" n ON n."id" = e."notificationId"
     WHERE d."userId" = $1 GROUP BY d."id"`,
    [userId],
  );
  const sent = new Map(rows.map(({ id, items }) => [id, items]));
  return mails.flatMap(({ id, html }) => {
    const items = sent.get(id) ?? [];
    const linked = linkedItems(html);
    expect(items).toEqual(expect.arrayContaining(linked));
    expect(linked.length).toBe(Math.min(items.length, maxMessageItems));
    return items;
  });
}

/** Number of deliveries that should be complete but aren't. */
async function stuckCount(): Promise<number> {
  const { rows } = await pool().query<{ stuck: number }>(
    `SELECT count(*)::int AS stuck FROM "Delivery" WHERE "status" NOT IN ('sent', 'skipped')`,
  );
  return rows[0]!.stuck + (await countOverdueEntries());
}

test(
  "a process killed at any wait of poll, record, enqueue, deliver or webhook doesn't lose or duplicate items",
  { timeout: 3_600_000 },
  async () => {
    const user = await createUser({ emailFrequency: "realtime" });
    const events = new Events();
    /** The maximum number of waits per part, from which kill points are drawn. */
    const waits: Record<string, number> = {};
    const kills: Record<string, number> = {};
    const written: string[] = [];
    let next = startWorker(worker);
    let faults = 0;

    const round = async (ending: Ending | null) => {
      const current = await next;
      next = startWorker(worker);
      const outcome = await give(current, { ending, events: events.open() });
      events.taken(outcome.taken);
      for (const [part, count] of Object.entries(outcome.waits ?? {}))
        waits[part] = Math.max(waits[part] ?? 0, count);
      if (outcome.isKilled) kills[ending!.part] = (kills[ending!.part] ?? 0) + 1;
      await kill(current);
      await letTimePass();
    };

    for (let n = 0; n < rounds; n++) {
      const keyword = `tidewater${Math.floor(n / roundsPerWatch)}x`;
      if (n % roundsPerWatch === 0) await createWatch(user, { keyword, subreddits: ["webdev", "startups"] });
      written.push(...write(keyword, n));
      await events.happen(n);
      if (n > 0 && chance() < 0.1) {
        sandbox.failures.set({ service: "resend", mode: chance() < 0.5 ? "lost" : "json", count: 1 });
        faults += 1;
      }
      // The first worker isn't killed, so it shows the number of waits.
      const part = parts[n % parts.length]!;
      const moment = (["before", "waiting", "answered"] as const)[Math.floor(chance() * 3)]!;
      // Prefer early waits, because rounds differ in length.
      const nth = Math.floor(chance() ** 2 * (waits[part] ?? 8));
      await round(n === 0 ? null : { part, nth, moment });
    }
    sandbox.failures.clear();
    for (let n = 0; n < 20 && (n < 2 || (await stuckCount()) > 0); n++) await round(null);
    await kill(await next);

    const mails = sandbox.mails();
    const items = compare(written, await names(`SELECT "fullname" AS name FROM "Notification"`));
    const mailed = compare(
      written,
      await getItems(
        user.id,
        mails.filter((mail) => mail.to.includes(user.email)),
      ),
    );
    const welcomed = compare(
      events.payers.map(({ email }) => email),
      mails.filter(({ to }) => events.payers.some(({ email }) => to.includes(email))).map(({ to }) => to[0]!),
    );
    const pros = compare(
      events.payers.map(({ id }) => id),
      await names(`SELECT "userId" AS name FROM "Subscription" WHERE "status" = 'active'`),
    );
    const bounced = compare(
      events.bounced,
      await names(`SELECT "email" AS name FROM "User" WHERE "emailStatus" = 'bounced'`),
    );
    const noted = compare(
      [...events.all],
      await names(`SELECT "eventId" AS name FROM "WebhookEvent" WHERE "doneAt" IS NOT NULL`),
    );
    const all = [items, mailed, welcomed, pros, bounced, noted];
    const sum = (column: "lost" | "doubled") => all.reduce((total, counted) => total + counted[column], 0);
    const stuck = await stuckCount();
    const killed = Object.values(kills).reduce((total, count) => total + count, 0);
    recordFaults({
      fault: "kill -9 at any wait",
      injected: killed,
      lost: sum("lost"),
      doubled: sum("doubled"),
      stuck,
    });
    console.log(
      `kill: ${rounds} rounds, ${killed} killed ${JSON.stringify(kills)} among ${JSON.stringify(waits)} waits, ${faults} mishaps of the provider; ` +
        `${written.length} items, ${events.all.size} events of ${events.payers.length + events.bounced.length} people: ` +
        `${sum("lost")} lost, ${sum("doubled")} doubled, ${stuck} stuck`,
    );
    expect({ items, mailed, welcomed, pros, bounced, noted, stuck, open: events.open() }).toEqual({
      ...Object.fromEntries(
        ["items", "mailed", "welcomed", "pros", "bounced", "noted"].map((name) => [
          name,
          { lost: 0, doubled: 0 },
        ]),
      ),
      stuck: 0,
      open: [],
    });
    for (const part of parts) expect(kills[part], part).toBeGreaterThan(0);
  },
);
