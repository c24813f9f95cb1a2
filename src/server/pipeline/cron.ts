import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/env";
import { reconcile } from "@/server/billing/reconcile";
import { carryOutAllMarks } from "@/server/pending-marks";
import { site } from "@/server/site";
import { spanned } from "@/server/span";
import { Budget } from "./budget";
import { faultOf, guarded, type ReadContext, type RunContext } from "./context";
import { deliverDue, type DeliverTally } from "./deliver";
import { poll, type PollTally } from "./poll";
import { recheck } from "./recheck";
import { retain } from "./retention";
import { runCron } from "./run";
import { sealDue } from "./seal";
import { watchSet } from "./watch-set";

/** How often the poll route is expected to be called. Source: contract section 3. */
const pollIntervalMs = 60_000;

function reading(context: RunContext): ReadContext {
  const { clock, faults, signal } = context;
  const budget = new Budget({
    clientId: env().REDDIT_CLIENT_ID,
    allShare: env().REDDIT_ALL_SHARE,
    clock,
    sleep,
  });
  return {
    clock,
    faults,
    signal,
    site: site(),
    budget,
    get deadline() {
      return context.deadline;
    },
  };
}

async function sealAndDeliver(context: RunContext): Promise<DeliverTally> {
  await spanned("seal", {}, async (note) =>
    note(await sealDue(context.clock(), () => context.clock() < context.deadline)),
  );
  return spanned("deliver", {}, async (note) => {
    const tally = await deliverDue(context.clock, () => context.deadline, null, context.signal);
    note(tally);
    return tally;
  });
}

/** GET /api/cron/poll */
export function runPoll(): Promise<PollTally | { skipped: true }> {
  return runCron("poll", (context) =>
    poll(reading(context), {
      watches: watchSet(),
      intervalMs: pollIntervalMs,
      sendMessages: async () => void (await sealAndDeliver(context)),
    }),
  );
}

/** GET /api/cron/deliver */
export function runDeliver() {
  return runCron("deliver", async (context) => {
    const hasTime = () => context.clock() < context.deadline;
    const [tally] = await Promise.all([
      sealAndDeliver(context),
      guarded(context, "marks", () => carryOutAllMarks(hasTime)),
    ]);
    return tally;
  });
}

/** GET /api/cron/retention */
export function runRetention() {
  return runCron("retention", async (context) => {
    let checked = { rechecked: 0, blanked: 0 };
    await guarded(context, "recheck", async () => {
      checked = await recheck(reading(context));
    });
    const hasTime = () => context.clock() < context.deadline;
    let reconciled = 0;
    await guarded(context, "reconcile", async () => {
      reconciled = await reconcile(context.clock, hasTime, (userId, error) =>
        context.faults.push(faultOf(`reconcile ${userId}`, error)),
      );
    });
    const kept = await retain(context.clock(), hasTime);
    return { ...kept, ...checked, reconciled };
  });
}
