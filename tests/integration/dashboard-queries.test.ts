import { beforeAll, expect, test, vi } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { openStatementLog } from "../support/statement-log";

/** Queries of the dashboard, layout and session included. */
const mostQueries = 5;

let cookie = { name: "", value: "" };
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: (name: string) => (name === cookie.name ? cookie : undefined) }),
}));
// Server components ask once a request; outside of one React keeps nothing.
let request = 0;
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  cache: <T>(ask: () => T) => {
    let asked = { request: -1, answer: undefined as T | undefined };
    return () => {
      if (asked.request !== request) asked = { request, answer: ask() };
      return asked.answer;
    };
  },
}));

let log: Awaited<ReturnType<typeof openStatementLog>>;
beforeAll(async () => {
  log = await openStatementLog();
});

async function cookieOfOneWith(rows: number) {
  const user = await createUser({ plan: rows > 3 ? "pro" : "free" });
  for (let n = 0; n < rows; n += 1) {
    await createNotification(await createWatch(user, { keyword: `keyword ${n}`, subreddits: [`sub_${n}`] }));
  }
  const [name = "", value = ""] = (await createSession(user)).cookie.split("=");
  return { name, value };
}

test("the dashboard asks the database five times, however much there is", async () => {
  const { default: DashboardPage } = await import("@/app/(app)/dashboard/page");
  const { default: AppLayout } = await import("@/app/(app)/layout");
  for (const rows of [0, 1, 30]) {
    cookie = await cookieOfOneWith(rows);
    request += 1;
    const statements = await log.during(() =>
      Promise.all([AppLayout({ children: null } as Parameters<typeof AppLayout>[0]), DashboardPage()]),
    );
    // The machine's health is asked by the process once in a while, for every screen of everybody.
    const own = statements.filter((statement) => !statement.includes('"Run"'));
    expect([rows, own.length]).toEqual([rows, mostQueries]);
  }
});
