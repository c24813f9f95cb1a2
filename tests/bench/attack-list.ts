import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hostilePaths } from "./attack-sites";

export interface Attack {
  what: string;
  /** Runs the attack and returns a summary of the responses. */
  run: () => Promise<string>;
}

interface Person {
  bearer: string;
  cookie: string;
}

const mib = 1024 * 1024;
const imports: [what: string, type: string, body: string][] = [
  ["an import of a, 60,000 spaces and b", "text/plain", `a${" ".repeat(60_000)}b`],
  ["an import of 5 MiB of spaces", "text/plain", `a${" ".repeat(5 * mib - 2)}b`],
  ["an import of 116,508 nested outlines", "text/x-opml", `<opml><body>${"<outline>".repeat(116_508)}`],
  ["an import of one line of 5 MB", "text/plain", "a,".repeat(2_500_000)],
  ["an import of a CSV of quotes", "text/csv", `keyword\n${'"'.repeat(5_000_000)}`],
  [
    "an import of nested JSON",
    "application/json",
    JSON.stringify({ text: "a" }).replace('"a"', "[".repeat(2_400_000)),
  ],
  ["an import of long expressions", "text/plain", `"${"a OR ".repeat(900_000)}b"`],
];

/** Attacks on an app with one account per plan. Creates the data they need first. */
export async function attacksOn(appUrl: string, host: string): Promise<{ warmUp: Attack[]; all: Attack[] }> {
  const { createNotification, createSession, createUser, createWatch } =
    await import("../../prisma/factories");
  const free = await createUser({});
  const pro = await createUser({ plan: "pro" });
  const people = { free: await createSession(free), pro: await createSession(pro) };
  const watch = await createWatch(pro, { keyword: "word", places: ["hackernews:all"] });
  await storeLongTexts();
  for (let n = 0; n < 912; n += 1)
    await createNotification(watch, { item: { content: `word ${n} ${"some more of it ".repeat(600)}` } });

  const send = async (who: Person, method: string, url: string, body?: string, type = "application/json") => {
    const headers = { authorization: who.bearer, ...(body !== undefined && { "content-type": type }) };
    const response = await fetch(`${appUrl}${url}`, { method, headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  const many = async (count: number, one: (n: number) => Promise<number>) =>
    counted(await Promise.all(Array.from({ length: count }, (_, n) => one(n))));
  const words = Array.from({ length: 20 }, (_, n) => `unheard${n}`).join(" OR ");
  const draft = JSON.stringify({ keyword: "unheard", places: [{ site: "hackernews", name: "all" }] });
  const view = (n: number) => JSON.stringify({ name: `View ${n}`, filters: { status: "unread" } });

  const all: Attack[] = [
    ...imports.map(([what, type, body]) => ({
      what,
      run: async () => counted([await send(people.free, "POST", "/api/keywords/import", body, type)]),
    })),
    ...hostilePaths.map((path) => ({
      what: `a site that sends ${path}`,
      run: async () =>
        counted([
          await send(
            people.free,
            "GET",
            `/api/places/validate?name=${encodeURIComponent(`http://${host}${path}`)}`,
          ),
        ]),
    })),
    {
      what: "a preview of 1,000 texts of 100,000 characters",
      run: async () => counted([await send(people.free, "POST", "/api/keywords/preview", draft)]),
    },
    {
      what: "ten previews at once",
      run: () => many(10, () => send(people.free, "POST", "/api/keywords/preview", draft)),
    },
    { what: "1,250 upgrades of a page", run: () => upgrade(appUrl, 1_250) },
    {
      what: "40 saved views at once",
      run: () => many(40, (n) => send(people.pro, "POST", "/api/views", view(n))),
    },
    {
      what: "20 searches for 20 words at once",
      run: () => many(20, () => send(people.pro, "GET", `/api/notifications?q=${encodeURIComponent(words)}`)),
    },
    {
      what: "400 notification lists",
      run: () =>
        many(400, async () => {
          const response = await fetch(`${appUrl}/notifications`, {
            headers: { cookie: people.free.cookie },
            redirect: "manual",
          });
          await response.arrayBuffer();
          return response.status;
        }),
    },
  ];
  const warmUp = [
    {
      what: "import",
      run: async () => counted([await send(people.free, "POST", "/api/keywords/import", "a", "text/plain")]),
    },
    {
      what: "place",
      run: async () =>
        counted([
          await send(
            people.free,
            "GET",
            `/api/places/validate?name=${encodeURIComponent(`http://${host}/none`)}`,
          ),
        ]),
    },
    {
      what: "search",
      run: async () => counted([await send(people.pro, "GET", "/api/notifications?q=invoice")]),
    },
  ];
  return { warmUp, all };
}

/** Stores 1,000 Hacker News texts of 100,000 characters each. */
async function storeLongTexts(): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('hackernews', 'all', 'all', now())`,
  );
  await pool().query(
    `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "content", "textUntil")
     SELECT 'hn_' || n, 'post', 'hackernews', 'all', now() - n * interval '5 s', now() - n * interval '5 s', now() + interval '1 day',
       jsonb_build_object('title', 'title ' || n, 'url', 'https://x.example/' || n, 'over18', false, 'author', 'author' || n % 100,
         'body', n || repeat(' and more of what people write', 3333)), now() + interval '1 day'
     FROM generate_series(1, 1000) n`,
  );
}

/**
 * Opens connections with upgrade requests and leaves them open. Reports whether the app closes them and keeps
 * serving.
 */
async function upgrade(appUrl: string, count: number): Promise<string> {
  const { hostname, port } = new URL(appUrl);
  const head = `GET /dashboard HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  let open = count;
  for (let n = 0; n < count; n += 1) {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket
      .on("close", () => (open -= 1))
      .on("error", () => undefined)
      .resume();
    if (n % 50 === 0) await sleep(5);
  }
  for (let n = 0; n < 100 && open > 0; n += 1) await sleep(100);
  const response = await fetch(`${appUrl}/api/health/live`);
  return `${open} of ${count} connections still open, then ${response.status}`;
}

/** Formats counts by status, such as '2 × 200, 1 × 503'. */
function counted(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}
