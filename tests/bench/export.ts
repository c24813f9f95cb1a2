/**
 * 1,000,000 notifications as a file, read as fast as they come, and by somebody who stops reading and leaves:
 * `npx tsx tests/bench/export.ts [notifications] [--short]`. Memory is what the process takes above idle.
 */
import { isShort, printFigure } from "./figure";
import { mostMemory } from "./memory";
import { onOwnDatabase, sizeOr, timed } from "./stage";

const group = "export";
const held = sizeOr(isShort ? 20_000 : 1_000_000);
/** What goes on after somebody has stopped reading is given this long to be seen. */
const waitMs = 500;

await onOwnDatabase(async () => {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const { notificationExport } = await import("../../src/contract/notification-query");
  const { pool } = await import("../../src/server/platform/database");
  const { exportNotifications } = await import("../../src/server/notifications/notification-export");
  const { findAccount } = await import("../../src/server/accounts/statements/accounts");

  const user = await createUser({ plan: "pro" });
  const watches = [];
  for (let n = 0; n < 4; n += 1) watches.push(await createWatch(user, { keyword: `keyword ${n}` }));
  await createManyNotifications(watches, held / watches.length);
  const account = (await findAccount(pool(), user.id))!;
  const open = (format: "csv" | "json") =>
    exportNotifications(account, notificationExport.parse({ format })).body!.getReader();

  /** How many lines it has. */
  async function readAll(format: "csv" | "json"): Promise<number> {
    const reader = open(format);
    let lines = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read())
      for (const byte of read.value) lines += byte === 10 ? 1 : 0;
    return lines;
  }

  // The first in a process pays for much else.
  await pool().query("SELECT 1");
  const leaving = open("csv");
  for (let n = 0; n < 20; n += 1) await leaving.read();
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const busy = pool().totalCount - pool().idleCount;
  await leaving.cancel();
  printFigure({
    group,
    what: "connections free for others while somebody has stopped reading",
    goal: pool().totalCount,
    measured: pool().totalCount - busy,
    unit: "",
    bound: "floor",
    wide: pool().totalCount,
  });

  // V8 lets a young process's heap grow before it first collects all of it: that is paid for once, by the first file.
  for (const [format, which, mostMegabytes] of [
    ["csv", ", the first of its process", 160],
    ["csv", "", 40],
    ["json", "", 40],
  ] as const) {
    let took = 0;
    let lines = 0;
    const megabytes = await mostMemory(async () => {
      took = await timed(async () => void (lines = await readAll(format)));
    });
    if (lines < held) throw new Error(`${lines} lines of ${held}`);
    const what = `${held.toLocaleString("en")} notifications as ${format.toUpperCase()}${which}`;
    // A million in 30 seconds.
    const perMillion = (took / 1000) * (1_000_000 / held);
    printFigure({
      group,
      what: `${what}, per million`,
      goal: 30,
      measured: perMillion,
      unit: "s",
      bound: "ceiling",
    });
    printFigure({
      group,
      what: `${what}, memory above idle`,
      goal: mostMegabytes,
      measured: megabytes,
      unit: "MB",
      bound: "ceiling",
      wide: 160,
    });
  }
});
