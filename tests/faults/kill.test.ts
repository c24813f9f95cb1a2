import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox } from "../../sandbox/server";
import { createUser, createWatch } from "../../prisma/factories";
import { pool } from "@/server/database";

/** Kills while it works; KILL_ROUNDS makes it longer. */
const rounds = Number(process.env.KILL_ROUNDS ?? 50);
const postsPerRound = 6;
/** Above 200 matches an hour a watch's mails would wait for the hourly digest. */
const roundsPerWatch = 25;
const seed = Number(process.env.KILL_SEED ?? 20_261_121);

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.REDDIT_AUTH_URL = `${sandbox.url}/reddit`;
  process.env.REDDIT_API_URL = `${sandbox.url}/reddit`;
  process.env.RESEND_BASE_URL = `${sandbox.url}/resend`;
});
afterAll(() => sandbox.close());

function startWorker(): ChildProcess {
  return fork("tests/faults/pipeline-worker.ts", {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

async function timeOnePoll(): Promise<number> {
  const worker = startWorker();
  await once(worker, "message");
  const begun = performance.now();
  await once(worker, "message");
  const pollMs = performance.now() - begun;
  await kill(worker);
  await letTimePass();
  return pollMs;
}

/** As if the time had passed after which what a killed process had claimed is claimed again. */
async function letTimePass(): Promise<void> {
  await pool().query(`UPDATE "Lease" SET "expiresAt" = now()`);
  await pool().query(
    `UPDATE "Delivery" SET "leaseUntil" = NULL, "nextAttemptAt" = now() WHERE "status" IN ('pending', 'frozen')`,
  );
  await pool().query(
    `UPDATE "Batch" SET "leaseUntil" = NULL, "nextAttemptAt" = now() WHERE "status" = 'pending'`,
  );
}

/** The fullnames that a mail links to: …/comments/POST/title/ or …/comments/POST/title/COMMENT/. */
function linkedItems(html: string): string[] {
  const links = html.matchAll(
    /href="https:\/\/www\.reddit\.com\/r\/\w+\/comments\/(\w+)\/[^/"]*\/(?:(\w+)\/)?"/g,
  );
  return [...links].map(([, post, comment]) => (comment === undefined ? `t3_${post}` : `t1_${comment}`));
}

test("a process killed at any moment loses nothing and repeats nothing", { timeout: 600_000 }, async () => {
  const user = await createUser({ emailFrequency: "realtime" });
  let random = seed;
  const next = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

  // Kills fall anywhere in a poll, however fast the machine is; now and then one is left to finish.
  const pollMs = await timeOnePoll();
  const posted: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const keyword = `tidewater${Math.floor(round / roundsPerWatch)}x`;
    if (round % roundsPerWatch === 0)
      await createWatch(user, { keyword, subreddits: ["webdev", "startups"] });
    const worker = startWorker();
    await once(worker, "message");
    for (let i = 0; i < postsPerRound; i++) {
      const subreddit = i % 2 === 0 ? "webdev" : "startups";
      const text = `Nobody mentions ${keyword} in round ${round}, number ${i}`;
      posted.push(
        i % 3 === 0
          ? sandbox.world.comment({ subreddit, body: text })
          : sandbox.world.post({ subreddit, title: text, selftext: "A sentence below." }),
      );
    }
    if (round % 5 === 4) for (let polls = 0; polls < 2; polls++) await once(worker, "message");
    await new Promise((resolve) => setTimeout(resolve, next() * 1.5 * pollMs));
    await kill(worker);
    await letTimePass();
  }

  const worker = startWorker();
  const deadline = Date.now() + 120_000;
  const pending = async () => {
    const { rows } = await pool().query(
      `SELECT (SELECT count(*) FROM "Delivery" WHERE "status" IN ('pending', 'frozen'))::int
            + (SELECT count(*) FROM "Notification" WHERE "mailSlot" IS NOT NULL AND "deliveryId" IS NULL)::int AS open,
              (SELECT count(*) FROM "Notification")::int AS notifications`,
    );
    return rows[0].open > 0 || rows[0].notifications < posted.length;
  };
  while ((await pending()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 300));
  await kill(worker);

  const { rows: notified } = await pool().query<{ fullname: string }>(
    `SELECT "fullname" FROM "Notification"`,
  );
  expect(notified.map((row) => row.fullname).sort()).toEqual([...posted].sort());

  const { rows: deliveries } = await pool().query(
    `SELECT d."status", (SELECT count(*)::int FROM "Notification" n WHERE n."deliveryId" = d."id") AS carried FROM "Delivery" d`,
  );
  expect(deliveries.every((delivery) => delivery.status === "sent")).toBe(true);
  expect(deliveries.reduce((sum, delivery) => sum + delivery.carried, 0)).toBe(posted.length);

  // What a person finds in the mailbox: every item in exactly one mail.
  const mails = sandbox.mails().filter((mail) => mail.to.includes(user.email));
  expect(mails.length).toBe(deliveries.length);
  const carried = mails.flatMap((mail) => [...new Set(linkedItems(mail.html))]);
  expect(carried.sort()).toEqual([...posted].sort());
});
