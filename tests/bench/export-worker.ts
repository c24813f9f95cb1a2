/** A process that only exports an account's data, so memory above idle is used by the export. */
import { findAccount } from "@/server/accounts/statements/accounts";
import { notificationExport } from "@/contract/notification-query";
import { exportNotifications } from "@/server/notifications/notification-export";
import { closeDatabase, pool } from "@/server/platform/database";
import { isShort, printFigure } from "./figure";
import { maxMemory } from "./memory";

const group = "export";
const stored = Number(process.env.EXPORT_STORED);
/** Time to detect work that continues after the reader has stopped. */
const waitMs = 500;

const account = (await findAccount(pool(), process.env.EXPORT_USER!))!;
const open = (format: "csv" | "json") =>
  exportNotifications(account, notificationExport.parse({ format })).body!.getReader();

/** Reads the whole export and returns its number of lines. */
async function readAll(format: "csv" | "json"): Promise<number> {
  const reader = open(format);
  let lines = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read())
    for (const byte of read.value) lines += byte === 10 ? 1 : 0;
  return lines;
}

for (const [format, which] of [
  ["csv", ", the first of its process"],
  ["csv", ""],
  ["json", ""],
] as const) {
  let lines = 0;
  let tookMs = 0;
  const megabytes = await maxMemory(async () => {
    const startedMs = performance.now();
    lines = await readAll(format);
    tookMs = performance.now() - startedMs;
  });
  if (lines < stored) throw new Error(`${lines} lines of ${stored}`);
  const what = `${stored.toLocaleString("en")} notifications as ${format.toUpperCase()}${which}`;
  // The goal is a million in 30 seconds.
  const perMillion = (tookMs / 1000) * (1_000_000 / stored);
  const figure = { group, bound: "ceiling" } as const;
  printFigure({ ...figure, what: `${what}, per million`, goal: 30, measured: perMillion, unit: "s" });
  const memory = { what: `${what}, memory above idle`, goal: 40, measured: megabytes, unit: "MB" };
  printFigure({ ...figure, ...memory, wide: isShort ? 160 : 40 });
}

const leaving = open("csv");
for (let n = 0; n < 20; n += 1) await leaving.read();
await new Promise((resolve) => setTimeout(resolve, waitMs));
const busy = pool().totalCount - pool().idleCount;
await leaving.cancel();
printFigure({
  ...{ group, what: "connections free for others while somebody has stopped reading", unit: "" },
  ...{ goal: pool().totalCount, measured: pool().totalCount - busy, bound: "floor", wide: pool().totalCount },
});
await closeDatabase();
