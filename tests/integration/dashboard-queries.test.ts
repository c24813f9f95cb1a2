import { beforeAll, expect, test, vi } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { openStatementLog } from "../support/statement-log";

/** Number of queries for the dashboard, including layout and session. */
const maxQueries = 5;

let cookie = { name: "", value: "" };
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: (name: string) => (name === cookie.name ? cookie : undefined) }),
}));
// Outside of server components React's `cache` doesn't cache, so simulate one cache per request.
let request = 0;
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  cache: <T>(send: () => T) => {
    let requested = { request: -1, response: undefined as T | undefined };
    return () => {
      if (requested.request !== request) requested = { request, response: send() };
      return requested.response;
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

test("the dashboard runs five queries, however many rows there are", async () => {
  const { default: DashboardPage } = await import("@/app/(app)/dashboard/page");
  const { default: AppLayout } = await import("@/app/(app)/layout");
  for (const rows of [0, 1, 30]) {
    cookie = await cookieOfOneWith(rows);
    request += 1;
    const statements = await log.during(() =>
      Promise.all([AppLayout({ children: null } as Parameters<typeof AppLayout>[0]), DashboardPage()]),
    );
    // Health is cached per process and shared by all users.
    const own = statements.filter((statement) => !statement.includes('"Run"'));
    expect([rows, own.length]).toEqual([rows, maxQueries]);
  }
});
