import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox } from "../../sandbox/server";
import { createUser, createWatch } from "../../prisma/factories";
import { endClaims } from "../support/end-claims";
import { linkedItems } from "../support/mailed-items";
import { pool } from "@/server/platform/database";

/**
 * PROCESSES_MINUTES=10 is the full run: 20,000 items, a process killed every minute, leases expire on
 * their own.
 */
const minutes = Number(process.env.PROCESSES_MINUTES ?? 0);
const isShort = minutes === 0;
const [durationMs, killEveryMs] = isShort ? [9_000, 2_500] : [minutes * 60_000, 60_000];
const processCount = 4;
/** A busy machine can reach fewer kills. */
const minKills = 3;
const itemsPerSecond = 34;
/** Each keyword occurs this often, so there are several keywords. */
const itemsPerKeyword = 150;
const usersCount = 20;
const watchersPerKeyword = 2;
const subreddits = [
  "webdev",
  "startups",
  "smallbusiness",
  "programming",
  "Coffee",
  "Bookkeeping",
  "SaaS",
  "Entrepreneur",
];

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.REDDIT_AUTH_URL = `${sandbox.url}/reddit`;
  process.env.REDDIT_API_URL = `${sandbox.url}/reddit`;
  process.env.RESEND_BASE_URL = `${sandbox.url}/resend`;
});
afterAll(async () => {
  await Promise.all(running.map(kill));
  await sandbox.close();
});

async function startProcess(): Promise<ChildProcess> {
  const child = fork("tests/faults/processes-worker.ts", {
    execArgv: ["--import", "./scripts/typescript.mjs"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/**
 * Writes items at an even pace, each with the next keyword, and kills and replaces a process at intervals.
 */
async function run(keywords: readonly string[]): Promise<{ posted: Map<string, string>; kills: number }> {
  const posted = new Map<string, string>();
  const startedMs = performance.now();
  let kills = 0;
  let replacing: Promise<void> = Promise.resolve();
  const isOver = (passedMs: number) => passedMs >= durationMs && kills >= minKills;
  for (let passedMs = 0; !isOver(passedMs); passedMs = performance.now() - startedMs) {
    const writingMs = Math.min(passedMs, durationMs);
    while (posted.size < (writingMs / 1000) * itemsPerSecond) writeItem(posted, keywords);
    if (passedMs > (kills + 1) * killEveryMs) {
      const index = kills % processCount;
      kills += 1;
      replacing = replacing.then(async () => {
        await kill(running[index]!);
        running[index] = await startProcess();
        if (isShort) await endClaims();
      });
    }
    await sleep(50);
  }
  await replacing;
  return { posted, kills };
}

function writeItem(posted: Map<string, string>, keywords: readonly string[]): void {
  const n = posted.size;
  const keyword = keywords[n % keywords.length]!;
  const subreddit = subreddits[n % subreddits.length]!;
  const text = `Nobody mentions ${keyword} here, number ${n}`;
  // Divide first, so subreddit and kind are independent.
  const isPost = Math.floor(n / subreddits.length) % 3 === 0;
  const fullname = isPost
    ? sandbox.world.post({ subreddit, title: text, selftext: "A sentence below." })
    : sandbox.world.comment({ subreddit, body: text });
  posted.set(fullname, keyword);
}

async function countOpen(): Promise<{ open: number; notifications: number }> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM "Delivery" WHERE "status" IN ('pending', 'frozen'))::int
          + (SELECT count(*) FROM "OutboxEntry" WHERE "channel" = 'email')::int AS open,
            (SELECT count(*) FROM "Notification")::int AS notifications`,
  );
  return rows[0];
}

test(
  `${processCount} processes, killed and restarted, handle every match and email once`,
  { timeout: durationMs + 600_000 },
  async () => {
    const users = await Promise.all(
      Array.from({ length: usersCount }, () =>
        createUser({ plan: "pro", emailFrequency: "realtime", limitBursts: false }),
      ),
    );
    const expectedItems = (durationMs / 1000) * itemsPerSecond;
    const keywords = Array.from(
      { length: Math.ceil(expectedItems / itemsPerKeyword) },
      (_, n) => `tidewater${n}x`,
    );
    const watchers = new Map<string, string[]>();
    for (const [n, keyword] of keywords.entries()) {
      for (let w = 0; w < watchersPerKeyword; w += 1) {
        const user = users[(n * watchersPerKeyword + w) % usersCount]!;
        const watch = await createWatch(user, {
          keyword,
          subreddits,
          emailNotification: true,
          frequency: "realtime",
        });
        watchers.set(keyword, [...(watchers.get(keyword) ?? []), watch.id]);
      }
    }

    running.push(...(await Promise.all(Array.from({ length: processCount }, startProcess))));
    const startedMs = performance.now();
    const { posted, kills } = await run(keywords);
    const writtenMs = performance.now();
    const expected = [...posted].flatMap(([fullname, keyword]) =>
      watchers.get(keyword)!.map((watchId) => `${watchId} ${fullname}`),
    );
    const giveUpMs = writtenMs + 300_000;
    for (;;) {
      const { open, notifications } = await countOpen();
      if ((open === 0 && notifications >= expected.length) || performance.now() > giveUpMs) break;
      await sleep(300);
    }
    const finishedMs = performance.now();
    await Promise.all(running.splice(0).map(kill));

    const { rows } = await pool().query<{ pair: string; status: string; delayMs: number }>(
      `SELECT n."watchId" || ' ' || n."fullname" AS pair, d."status"::text,
         extract(epoch FROM n."createdAt" - i."createdAt")::float8 * 1000 AS "delayMs"
       FROM "Notification" n JOIN "Item" i USING ("fullname")
         LEFT JOIN "DeliveryEntry" e ON e."notificationId" = n."id"
         LEFT JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."channel" = 'email'`,
    );
    const delays = rows.map((row) => row.delayMs).sort((a, b) => a - b);
    const mails = sandbox.mails();
    console.log(
      `processes: ${posted.size} items in ${Math.round((writtenMs - startedMs) / 1000)} s, ${processCount} processes, ${kills} times one killed and replaced; ` +
        `${rows.length} of ${expected.length} matches, ${mails.length} mails, all done ${Math.round((finishedMs - writtenMs) / 1000)} s after the last item; ` +
        `item to notification p50 ${Math.round(delays[delays.length >> 1]! / 1000)} s, p99 ${Math.round(delays[Math.floor(delays.length * 0.99)]! / 1000)} s`,
    );
    expect(kills).toBeGreaterThanOrEqual(minKills);
    expect(rows.map((row) => row.pair).sort()).toEqual(expected.sort());
    // Every notification is in a sent message, and every message was sent once.
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(["sent"]));
    const sent = await pool().query(`SELECT "userId" FROM "Delivery" WHERE "status" = 'sent'`);
    expect(mails.length).toBe(sent.rowCount);
    for (const user of users) {
      const items = mails
        .filter((mail) => mail.to.includes(user.email))
        .flatMap((mail) => linkedItems(mail.html));
      expect(items.length).toBe(new Set(items).size);
    }
  },
);
