import { expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as anything from "@/app/api/[[...path]]/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as keywords from "@/app/api/keywords/route";
import { GET } from "@/app/api/metrics/route";
import * as database from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { documented } from "../support/documented";
import { testSettings } from "../support/settings";

async function scrape(authorization?: string) {
  const headers = authorization === undefined ? undefined : { authorization };
  const response = await documented(GET)(new Request("http://localhost:3000/api/metrics", { headers }));
  return { response, text: await response.text() };
}
const bearer = `Bearer ${testSettings.METRICS_TOKEN}`;
const linesOf = (text: string, name: string) =>
  text.split("\n").filter((line) => line.startsWith(`earshot_${name}`));

test.each([
  undefined,
  "",
  "Bearer ",
  "Bearer undefined",
  testSettings.METRICS_TOKEN,
  `${bearer}x`,
  bearer.slice(0, -1),
])("rejects the authorization %s", async (authorization) => {
  const { response, text } = await scrape(authorization);
  expect([response.status, JSON.parse(text)]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
});

test("counts responses by route and status, without ids", async () => {
  const { bearer: signedIn } = await createSession(await createUser());
  const id = newId();
  const request = (
    handler: typeof GET,
    path: string,
    params: Record<string, string | string[]>,
    method = "GET",
  ) =>
    handler(new Request(`http://localhost:3000${path}`, { method, headers: { authorization: signedIn } }), {
      params: Promise.resolve(params),
    });
  await request(keywords.GET, "/api/keywords?q=private", {});
  await request(keyword.GET, `/api/keywords/${id}`, { id });
  await request(keyword.PATCH, `/api/keywords/${id}`, { id }, "PATCH");
  await request(anything.GET, "/api/no/such/thing", { path: ["no", "such", "thing"] });
  const { response, text } = await scrape(bearer);
  expect([
    response.status,
    response.headers.get("content-type"),
    response.headers.get("cache-control"),
  ]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8", "no-store"]);
  const counted = linesOf(text, "http_requests_total");
  expect(counted).toContain('earshot_http_requests_total{method="GET",route="/api/keywords",status="200"} 1');
  expect(counted).toContain(
    'earshot_http_requests_total{method="GET",route="/api/keywords/[id]",status="404"} 1',
  );
  expect(counted).toContain(
    'earshot_http_requests_total{method="PATCH",route="/api/keywords/[id]",status="405"} 1',
  );
  expect(counted).toContain(
    'earshot_http_requests_total{method="GET",route="/api/[[...path]]",status="404"} 1',
  );
  expect(text).toContain(
    'earshot_http_request_duration_seconds_count{method="GET",route="/api/keywords/[id]"} 1',
  );
  for (const secret of [id, "private", "thing"]) expect(text).not.toContain(secret);
});

test("reads pipeline metrics from the database in two statements", async () => {
  const user = await createUser();
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const prisma = database.prisma();
  await prisma.run.createMany({
    data: [
      {
        id: newId(),
        route: "poll",
        startedAt: ago(3),
        finishedAt: ago(2),
        tally: { items: 7, matches: 2, durationMs: 9 },
      },
      {
        id: newId(),
        route: "poll",
        startedAt: ago(6),
        finishedAt: ago(5),
        tally: { items: 5, matches: 0, durationMs: 9 },
      },
      { id: newId(), route: "poll", startedAt: ago(9), finishedAt: ago(8) },
      { id: newId(), route: "deliver", startedAt: ago(1) },
      { id: newId(), route: "poll", startedAt: ago(3000), finishedAt: ago(2999), tally: { items: 100 } },
    ],
  });
  const delivery = { userId: user.id, destinationId: user.id, channel: "email" as const, nextAttemptAt: now };
  await prisma.delivery.createMany({
    data: (["sent", "sent", "failed", "pending"] as const).map((status, n) => ({
      ...delivery,
      id: newId(),
      dedupeKey: `key-${n}`,
      status,
    })),
  });
  await prisma.place.create({
    data: {
      site: "reddit",
      name: "webdev",
      displayName: "webdev",
      watchedSince: ago(60),
      reads: {
        create: [
          { kind: "post", readAt: now, delayMs: 2_000 },
          { kind: "comment", readAt: now, delayMs: 4_000, failedSince: ago(10) },
        ],
      },
    },
  });
  await prisma.gap.create({
    data: {
      id: newId(),
      site: "reddit",
      place: "webdev",
      kind: "post",
      fromAt: ago(9),
      toAt: ago(8),
      foundAt: ago(7),
    },
  });
  const requested = vi.spyOn(database.pool(), "query");
  const { text } = await scrape(bearer);
  expect(requested).toHaveBeenCalledTimes(2);
  requested.mockRestore();
  for (const line of [
    'earshot_runs{outcome="ok",route="poll"} 2',
    'earshot_runs{outcome="failed",route="poll"} 1',
    'earshot_runs{outcome="running",route="deliver"} 1',
    'earshot_tally{of="items",route="poll"} 12',
    'earshot_tally{of="matches",route="poll"} 2',
    'earshot_run_duration_seconds{route="poll"} 60',
    'earshot_deliveries{channel="email",status="sent"} 2',
    'earshot_deliveries{channel="email",status="failed"} 1',
    "earshot_deliveries_waiting 1",
    'earshot_read_delay_seconds{kind="post",quantile="0.5",site="reddit"} 2',
    'earshot_read_delay_seconds{kind="comment",quantile="1",site="reddit"} 4',
    'earshot_reads_failing{site="reddit"} 1',
    'earshot_subreddits_watched{health="ok"} 1',
    "earshot_gaps_open 1",
    "earshot_gaps_found 1",
    "earshot_database_up 1",
  ])
    expect(
      text
        .split("\n")
        .map((one) =>
          one.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(",").toSorted().join(",")}}`),
        ),
    ).toContain(line);
});

test("reports process metrics during a database outage", async () => {
  const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const requested = vi.spyOn(database.pool(), "query").mockImplementation(() => Promise.reject(lost));
  const { response, text } = await scrape(bearer);
  requested.mockRestore();
  expect([response.status, linesOf(text, "database_up ")]).toEqual([200, ["earshot_database_up 0"]]);
  expect(linesOf(text, "process_resident_memory_bytes ")).toHaveLength(1);
});
