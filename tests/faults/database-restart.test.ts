import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "../support/api-server";
import { createSession, createUser, createWatch, factoryPassword } from "../../prisma/factories";
import { startDatabase } from "../../scripts/database.mjs";
import { migrate } from "../../scripts/migrate.mjs";
import { closeDatabase, pool } from "@/server/platform/database";
import { isDatabaseDown } from "@/server/platform/errors";
import { inBackground } from "@/server/platform/work";
import { recordRead } from "@/server/recording/record";
import { compare, recordFaults } from "../support/fault-report";
import { type MailProvider, startMailProvider } from "../support/mail-provider";

const directory = path.resolve(`.data/test/restarted-${process.pid}`);
const upMs = 1_500;
const downMs = 1_000;

let database: Awaited<ReturnType<typeof startDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let provider: MailProvider;

beforeAll(async () => {
  database = await startDatabase({ directory });
  provider = await startMailProvider();
  const url = new URL(database.url);
  url.pathname = "/earshot";
  await migrate(url.href);
  Object.assign(process.env, { DATABASE_URL: url.href, RESEND_BASE_URL: provider.url });
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
  await database.stop();
  await provider.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A regular restart, and a machine failure: all connections break immediately, without further writes. */
const downfalls: Record<string, () => Promise<unknown>> = {
  stopped: () => database.stop(),
  crashed: async () => {
    const [pid] = readFileSync(path.join(directory, "cluster/postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
    await database.exited;
  },
};

interface StubResponse {
  status: number;
  code?: string;
  message?: string;
}

async function request(pathname: string, init?: RequestInit): Promise<StubResponse> {
  const response = await fetch(`${api.url}${pathname}`, init);
  return { ...((await response.json()) as object), status: response.status };
}

const register = (email: string) =>
  request("/api/auth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Maya", lastName: "Okafor", email, password: factoryPassword }),
  });

test("returns 503 while PostgreSQL is stopped or crashed under load, recovers and duplicates nothing", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const watch = await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] });
  const lists = () => request("/api/notifications", { headers: { authorization: bearer } });
  const statuses = new Map<string, number>();
  const emails: string[] = [];
  const items: string[] = [];
  let isOver = false;
  let refused = 0;

  const registering = async (lane: number) => {
    for (let n = 0; !isOver; n++) {
      const email = `lane${lane}-${n}@earshot.example`;
      // Like a user who retries: the first attempt possibly succeeded without a response.
      for (let response: StubResponse | null = null; response?.status !== 201 && response?.status !== 409;) {
        response = await register(email);
        statuses.set(
          `${response.status} ${response.code ?? ""}`,
          1 + (statuses.get(`${response.status} ${response.code ?? ""}`) ?? 0),
        );
      }
      emails.push(email);
    }
  };
  const recording = async () => {
    for (let n = 0; !isOver; n++) {
      const now = new Date();
      const item = {
        fullname: `t3_down${n}`,
        kind: "post" as const,
        site: "reddit",
        place: "webdev",
        title: "tidewater",
      };
      const rest = { body: "", html: null, author: "a", url: "https://www.reddit.com/", over18: false };
      const match = () => [{ watchId: watch.id, revision: watch.revision }] as never;
      const recording = { match, isNamed: () => true, outcomes: [], gaps: [], now };
      for (let isDone = false; !isDone;) {
        try {
          const read = { ...recording, items: [{ ...item, ...rest, createdAt: now }] };
          await inBackground(() => recordRead(read));
          isDone = true;
        } catch (error) {
          // The next run reads the same page again.
          if (!isDatabaseDown(error)) throw error;
          refused += 1;
          await sleep(50);
        }
      }
      items.push(item.fullname);
    }
  };
  const load = Promise.all([registering(0), registering(1), registering(2), recording()]);
  const backMs: number[] = [];
  for (const fall of Object.values(downfalls)) {
    await sleep(upMs);
    await fall();
    const down = await lists();
    expect([down.status, down.code, down.message]).toEqual([
      503,
      "UPSTREAM_UNAVAILABLE",
      "The service is temporarily unavailable. Please try again.",
    ]);
    expect((await request("/api/health/ready")).status).toBe(503);
    await sleep(downMs);
    database = await startDatabase({ directory });
    const sinceMs = performance.now();
    while ((await lists()).status !== 200) await sleep(20);
    backMs.push(Math.round(performance.now() - sinceMs));
  }
  await sleep(upMs);
  isOver = true;
  await load;

  const names = async (statement: string) =>
    (await pool().query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const accounts = compare(
    emails,
    await names(`SELECT "email" AS name FROM "User" WHERE "email" LIKE 'lane%'`),
  );
  const links = compare(
    emails,
    await names(
      `SELECT u."email" AS name FROM "Delivery" d JOIN "User" u ON u."id" = d."userId" WHERE d."kind" = 'account'`,
    ),
  );
  const recorded = compare(items, await names(`SELECT "fullname" AS name FROM "Notification"`));
  const all = [accounts, links, recorded];
  const sum = (column: "lost" | "doubled") => all.reduce((total, one) => total + one[column], 0);
  recordFaults({
    fault: "PostgreSQL stopped and crashed under load",
    injected: Object.keys(downfalls).length,
    lost: sum("lost"),
    doubled: sum("doubled"),
    stuck: 0,
  });
  console.log(
    `database: back ${backMs.join(" and ")} ms after it was up; ${emails.length} accounts, ${items.length} items, ` +
      `${refused} recordings refused, answers ${JSON.stringify(Object.fromEntries(statuses))}`,
  );
  expect({ accounts, links, recorded }).toEqual({
    accounts: { lost: 0, doubled: 0 },
    links: { lost: 0, doubled: 0 },
    recorded: { lost: 0, doubled: 0 },
  });
  const known = ["201 ", "409 EMAIL_TAKEN", "503 UPSTREAM_UNAVAILABLE"];
  expect([...statuses.keys()].filter((status) => !known.includes(status))).toEqual([]);
});
