import { channelNames, givenOf } from "@/channels/registry";
import { env } from "@/env";
import { deliverDue, type Rounds } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import type { SendTally } from "@/server/delivery/record-outcomes";
import { inRounds, roundMs } from "@/server/delivery/rounds";
import { queueDueSpikes } from "@/server/delivery/spikes";
import { type DueWork, findDueWork } from "@/server/delivery/statements/due-work";
import { queueDueReports } from "@/server/delivery/weekly-reports";
import { pool } from "@/server/platform/database";
import { runInTurn } from "@/server/platform/in-turn";
import type { RunContext } from "@/server/platform/run-context";
import { spanned } from "@/server/platform/span";

/** Enqueues due messages and delivers. Delivers also if enqueueing failed. */
async function enqueueAndDeliver(
  context: RunContext,
  { rounds, channels = channelNames }: { rounds?: Rounds; channels?: typeof channelNames } = {},
): Promise<SendTally> {
  let due = await findDueWork(pool(), context.clock());
  let failure: PromiseRejectedResult | undefined;
  if (due.entries.length > 0 || due.hasReports || due.hasSpikes) {
    const [enqueueing] = await Promise.allSettled([enqueue(context, due)]);
    if (enqueueing.status === "rejected") failure = enqueueing;
    due = await findDueWork(pool(), context.clock());
  }
  const tally = await spanned("deliver", {}, async (note) => {
    const part = { rounds, channels, due };
    const delivered = await deliverDue(context.clock, () => context.deadline, null, context.signal, part);
    note(delivered);
    return delivered;
  });
  if (failure !== undefined) throw failure.reason;
  return tally;
}

function enqueue(context: RunContext, due: DueWork): Promise<void> {
  return spanned("enqueue", {}, async (note) => {
    const hasTime = () => context.clock() < context.deadline;
    await runInTurn([
      async () => note(await enqueueDueDeliveries(context.clock(), hasTime, due.entries)),
      async () => note({ reports: due.hasReports ? await queueDueReports(context.clock(), hasTime) : 0 }),
      async () => note({ spikes: due.hasSpikes ? await queueDueSpikes(context.clock(), hasTime) : 0 }),
    ]);
  });
}

/** With the scheduler, skips user-defined receivers, which can hang; the delivery run sends to them. */
export async function sendInParallel(context: RunContext): Promise<void> {
  const isWoken = env().SCHEDULER === "on";
  const channels = channelNames.filter((name) => !isWoken || givenOf(name) === undefined);
  await enqueueAndDeliver(context, { channels });
}

/** Resident rounds continue until `lingersMs` after the last message: webhooks arrive within 0.5 s. */
const livelyMs = 250;
const lingersMs = 2_000;
/** Limits the extra rounds, so the run's other tasks aren't delayed longer (ms). */
const livesMs = 60_000;
/** Maximum concurrent rounds: 16 s' worth, about as long as a round can hang on a receiver. */
const maxLively = 64;

export async function deliverInRounds(context: RunContext, hasTime: () => boolean): Promise<SendTally[]> {
  const isLively = env().SCHEDULER === "on";
  const rounds: Rounds = { everyMs: isLively ? livelyMs : roundMs, turns: new Map() };
  const startedMs = performance.now();
  let lastSentMs = -Infinity;
  const round = async () => {
    const tally = await enqueueAndDeliver(context, { rounds });
    if (tally.sent + tally.failed > 0) lastSentMs = performance.now();
    return tally;
  };
  const goesOn = () => {
    const nowMs = performance.now();
    return nowMs - lastSentMs < lingersMs && nowMs - startedMs < livesMs;
  };
  const lively = { everyMs: livelyMs, maxOpen: maxLively, goesOn };
  return inRounds(round, hasTime, undefined, isLively ? lively : undefined);
}

export function addTallies(one: SendTally, other: SendTally): SendTally {
  const { sent, failed, retried } = other;
  return { sent: one.sent + sent, failed: one.failed + failed, retried: one.retried + retried };
}
