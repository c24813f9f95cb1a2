import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { givenOf, type ChannelName } from "@/channels/registry";
import { localDay } from "@/domain/time/moment";
import { proDailyMatches } from "@/domain/plans/plans";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool } from "@/server/platform/database";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { listen, serveRequest } from "../../sandbox/socket";
import { recordFaults } from "../support/fault-report";
import { createDestination } from "../support/given-destinations";
import { emptyOutbox } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { receive, getItems, recordedBefore, getStand } from "../support/overflowing";
import { countOverdueEntries } from "../support/overdue-entries";

const matches = 10_000;
/** Ten minutes, with recording and sending every ten seconds. */
const [rounds, roundMs] = [60, 10_000];
const chats = ["slack", "discord", "teams", "ntfy"] as const;
/**
 * Five messages per hour immediately, then one every ten minutes: those during the storm and the deferred
 * ones.
 */
const maxMessages = 6;

const start = new Date("2026-11-21T14:03:07.250Z");
let sandbox: StartedSandbox;
let provider: MailProvider;
const servers: ReturnType<typeof createServer>[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  provider = await startMailProvider();
  Object.assign(process.env, { RESEND_BASE_URL: provider.url, LOCAL_ADDRESSES: "127.0.0.1/32" });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await provider.close();
  await sandbox.close();
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = 0;
  sandbox.receivers.reset();
});

/** A Pro user with email, five receivers on separate hosts, and one watch. */
async function arrange() {
  const user = await createUser({ plan: "pro", emailFrequency: "realtime", timeZone: "UTC" });
  for (const channel of [...chats, "webhook"] as const) {
    const server = createServer((request, response) => {
      void serveRequest((requested) => sandbox.sandbox.handle(requested), request, response);
    });
    servers.push(server);
    const address = `http://127.0.0.1:${await listen(server)}${sandbox.receivers.make(channel)}`;
    const secret = givenOf(channel)?.makeSecret?.() ?? null;
    await createDestination(user.id, { channel, address, secret });
  }
  return createWatch(user, { keyword: "tidewater", createdAt: start, activeSince: start });
}

/** Records, enqueues and sends during the storm and until half an hour after its start. */
async function storm(watch: Awaited<ReturnType<typeof arrange>>): Promise<void> {
  const each = Math.floor(matches / rounds);
  for (let round = 0; round < 180; round++) {
    const at = new Date(start.getTime() + round * roundMs);
    const count = round === 0 ? matches - each * (rounds - 1) : each;
    if (round < rounds) await receive([watch], getItems(count, at), at);
    await enqueueDueDeliveries(at);
    // Spacing between a channel's messages takes real time, within the round.
    const setAtMs = performance.now();
    const clock = () => new Date(at.getTime() + performance.now() - setAtMs);
    await deliverDue(clock, () => new Date(at.getTime() + 60_000));
  }
}

const countOf = (text: string) => {
  const [, said] = /([\d,]+) (?:new )?matches/.exec(text) ?? [];
  if (said === undefined) throw new Error(`no count: ${text.slice(0, 200)}`);
  return Number(said.replaceAll(",", ""));
};
const isNotice = ({ subject }: { subject: string }) => subject.startsWith("Too many matches");

/** The match counts given in each channel's messages, in order of arrival. */
function result(email: string): Record<string, number[]> {
  const arrived = (kind: ChannelName) => sandbox.receivers.arrived.filter((one) => one.kind === kind);
  const totalOf = (body: string) => (JSON.parse(body) as { data: { total: number } }).data.total;
  return {
    email: provider.mails
      .filter((mail) => mail.to === email && !isNotice(mail))
      .map(({ subject }) => countOf(subject)),
    ...Object.fromEntries(
      chats.map((kind) => [
        kind,
        arrived(kind).map(({ title, lines }) => countOf([title, ...lines].join("\n"))),
      ]),
    ),
    webhook: arrived("webhook").map(({ body }) => totalOf(body)),
  };
}

test.each([
  ["all within the daily limit", 0, matches],
  ["half of them within the daily limit", proDailyMatches - matches / 2, matches / 2],
])(
  "10,000 matches in ten minutes, %s: few messages on six channels, which count all matches",
  async (_, before, recorded) => {
    const watch = await arrange();
    await recordedBefore(watch, localDay(start, "UTC"), before);
    await storm(watch);
    const { rows } = await pool().query<{ email: string }>(`SELECT "email" FROM "User" WHERE "id" = $1`, [
      watch.userId,
    ]);
    const withMatches = Math.ceil((recorded / matches) * rounds);
    const messages = result(rows[0]!.email);
    const sums = Object.entries(messages).map(([, counts]) => counts.reduce((all, count) => all + count, 0));
    const off = (by: (sum: number) => number) => sums.reduce((all, sum) => all + Math.max(0, by(sum)), 0);
    const stuck = await countOverdueEntries();
    recordFaults({
      fault: "a storm to six channels",
      injected: 1,
      lost: off((sum) => recorded - sum),
      doubled: off((sum) => sum - recorded),
      stuck,
    });
    expect(
      Object.fromEntries(Object.entries(messages).map(([name, counts]) => [name, counts.length])),
    ).toEqual({
      ...Object.fromEntries(["email", ...chats].map((name) => [name, maxMessages])),
      // Webhooks aren't throttled, so they get each round's matches.
      webhook: withMatches,
    });
    expect(sums).toEqual(Array.from({ length: 6 }, () => recorded));
    const isFull = recorded < matches;
    const overflows = isFull ? [`2026-11-21: ${proDailyMatches} + ${matches - recorded}`] : [];
    expect(await getStand(watch)).toMatchObject({ recorded, outboxEntries: 0, overflows });
    expect(provider.mails.filter(isNotice)).toHaveLength(isFull ? 1 : 0);
    expect(stuck).toBe(0);
  },
);
