/**
 * Recording matches: one item that matches 10,000 watches, 100 items that match 100 each, and four lanes in
 * parallel, with the cost in memory and for another lane: `npx tsx tests/bench/record.ts [items a lane]
 * [--short]`.
 */
import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "../../src/domain/matching/rule";
import { isShort, printFigure } from "./figure";
import { workedSeconds } from "./backend-time";
import { maxMemory } from "./memory";
import { median, onOwnDatabase, sizeOr, timed } from "./stage";
import { unlimited } from "../support/unlimited";

type Match = (item: Item) => readonly MatchRule[];

const group = "record";
const lanes = 4;
const watches = isShort ? 2_000 : 10_000;
const itemsPerLane = sizeOr(isShort ? 4 : 25);

await onOwnDatabase(async () => {
  const { pool } = await import("../../src/server/platform/database");
  const { recordRead } = await import("../../src/server/recording/record");
  const { makeItem, makeWatching, now } = await import("./watching");

  /**
   * Processor seconds of this process and the database per notification; null if the system doesn't report
   * them.
   */
  const processorTime = async (work: () => Promise<unknown>, notifications: number) => {
    if (process.platform !== "linux") return null;
    const { rows } = await pool().query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
    );
    const pids = rows.map(({ pid }) => pid);
    const before = workedSeconds(pids);
    await work();
    return (workedSeconds(pids) - before) / notifications;
  };

  const rules = await makeWatching(watches / 10, 10);
  await unlimited(`VACUUM ANALYZE`);
  let made = 0;
  const getItems = (count: number) => Array.from({ length: count }, () => makeItem(`bench${(made += 1)}`));
  /** A different hour for each round. */
  let hours = 0;
  const nextHour = () => new Date(now.getTime() + (hours += 1) * 3_600_000);
  const record = async (items: Item[], match: Match, at = nextHour()) => {
    const recording = { items, match, isNamed: () => true, outcomes: [], gaps: [], now: at };
    return (await recordRead(recording)).notifications;
  };

  /** Recorded notifications per second. */
  const rate = async (count: number, match: Match, max = 1) => {
    const at = nextHour();
    let recorded: number[] = [];
    const spentMs = await timed(async () => {
      recorded = await Promise.all(Array.from({ length: max }, () => record(getItems(count), match, at)));
    });
    return recorded.reduce((sum, notifications) => sum + notifications, 0) / (spentMs / 1000);
  };
  const all = () => rules;
  let turn = 0;
  const hundred = () => rules.slice((turn += 100) % watches, (turn % watches) + 100);

  await rate(1, all);
  const wide = await rate(itemsPerLane, all);
  const many = await rate(itemsPerLane * 100, hundred);
  let four = 0;
  const memory = await maxMemory(async () => (four = await rate(itemsPerLane, all, lanes)));
  const work = await processorTime(() => rate(itemsPerLane, all), itemsPerLane * watches);
  const figure = { group, goal: 40_000, unit: "/s", bound: "floor" } as const;
  printFigure({ ...figure, what: `one item, ${watches} watches: notifications`, measured: wide });
  printFigure({ ...figure, what: "items of 100 watches each: notifications", measured: many });
  printFigure({ ...figure, what: `${lanes} lanes at once: notifications`, measured: four });
  printFigure({
    group,
    what: `${lanes} lanes at once: memory above idle`,
    goal: 100,
    measured: memory,
    unit: "MB",
    bound: "ceiling",
  });

  if (work !== null)
    printFigure({ ...figure, what: "by processor time alone, one lane", measured: 1 / work });

  // A lane with a page of 100 items and ten matches, on its own and in parallel with a lane that fans out.
  const small = () =>
    timed(() => record(getItems(100), (item) => (item.fullname.endsWith("0") ? rules.slice(0, 1) : [])));
  const idle = [];
  for (let round = 0; round < 15; round += 1) idle.push(await small());
  const busy: number[] = [];
  let isDone = false;
  const fanOut = rate(itemsPerLane * 2, all).finally(() => (isDone = true));
  while (!isDone) busy.push(await small());
  await fanOut;
  printFigure({
    group,
    what: "another lane's recording beside it, against alone",
    goal: 2,
    measured: median(busy) / median(idle),
    unit: "×",
    bound: "ceiling",
  });
  const { rows } = await pool().query<{ off: number }>(
    `SELECT count(*)::int AS off FROM "WatchTotal" t
     JOIN (SELECT "watchId", count(*) AS n FROM "Notification" GROUP BY 1) found USING ("watchId")
     WHERE t."matchCount" <> found.n`,
  );
  printFigure({
    group,
    what: "watches whose total is off",
    goal: 0,
    measured: rows[0]!.off,
    unit: "",
    bound: "ceiling",
    wide: 0,
  });

  // The minimum cost of the same rows: one table with its key, filled from arrays with one statement per
  // chunk.
  await pool().query(
    `CREATE TABLE bare ("id" uuid PRIMARY KEY, "watchId" uuid, "fullname" text, UNIQUE ("fullname", "watchId"))`,
  );
  const ids = rules.map(({ watchId }) => watchId);
  const bareMs = await timed(async () => {
    for (let item = 0; item < itemsPerLane; item += 1) {
      await pool().query(
        `INSERT INTO bare SELECT gen_random_uuid(), id, $2 FROM unnest($1::uuid[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
        [ids, `t3_bare${item}`],
      );
    }
  });
  printFigure({
    group,
    what: "one item, many watches: against bare inserts of key and unique pair",
    goal: 0.15,
    measured: wide / ((itemsPerLane * watches) / (bareMs / 1000)),
    unit: "×",
    bound: "floor",
    wide: 0.1,
  });
});
