import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { misdeeds } from "../support/render-threads";
import { pool } from "@/server/platform/database";

const start = new Date("2026-11-22T10:00:00.000Z");
const hourMs = 3_600_000;

/**
 * Renders due items in a process this many hours later. Returns 'SIGKILL' if the process died, otherwise 0.
 */
async function renderAt(hours: number): Promise<string | number> {
  const at = new Date(start.getTime() + hours * hourMs).toISOString();
  const child = fork("tests/faults/render-kill-worker.ts", [at], {
    execArgv: ["--import", "./scripts/typescript.mjs"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal ?? code!;
}

test("a render that kills its process kills three, affects no other item and is then shown as plain text", async () => {
  const bodies = [...Array.from({ length: 10 }, (_, n) => `post ${n}`), misdeeds.kill];
  await pool().query(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "createdAt", "storedAt", "checkedAt", "renderAt")
     SELECT 't3_' || n, 'post', 'reddit', 'webdev', 'a title', body, '', $2, $2, $2, $2
     FROM unnest($1::text[]) WITH ORDINALITY AS x(body, n)`,
    [bodies, start],
  );
  const ends = [];
  for (let hours = 0; hours < 5; hours += 1) ends.push(await renderAt(hours));
  expect(ends).toEqual(["SIGKILL", "SIGKILL", "SIGKILL", 0, 0]);
  const { rows } = await pool().query<{ text: string; renderAt: Date | null }>(
    `SELECT "text", "renderAt" FROM "Item"`,
  );
  expect(rows.map(({ text }) => text).sort()).toEqual(
    [...bodies.slice(0, 10).map((body) => body.toUpperCase()), misdeeds.kill].sort(),
  );
  expect(rows.every((row) => row.renderAt === null)).toBe(true);
});
