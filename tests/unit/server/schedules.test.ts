import { readFileSync } from "node:fs";
import { Cron } from "croner";
import * as z from "zod";
import { expect, test } from "vitest";
import { schedules } from "@/server/operation/clock";

const vercel = z.object({ crons: z.array(z.object({ path: z.string(), schedule: z.string() })) });
const crons = vercel.parse(JSON.parse(readFileSync("vercel.json", "utf8"))).crons;
const crontab = /^(\S+ \S+ \S+ \S+ \S+) earshot curl .*\/api\/cron\/retention$/m;

test.each([
  ["the built-in scheduler", schedules.retention],
  ["Vercel", crons.find(({ path }) => path === "/api/cron/retention")?.schedule],
  ["the documented crontab", crontab.exec(readFileSync("docs/operations.md", "utf8"))?.[1]],
])("%s rechecks items every 15 minutes", (_name, schedule) => {
  const runs = new Cron(schedule!, { paused: true }).nextRuns(5, new Date("2026-11-26T12:00:00Z"));
  const waits = runs.slice(1).map((at, n) => at.getTime() - runs[n]!.getTime());
  expect(waits).toEqual(Array(4).fill(15 * 60_000));
});
