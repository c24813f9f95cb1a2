import { ownChannel } from "@/channels/own-channel";
import { channelNames, getChannel, givenOf, type ChannelName } from "@/channels/registry";
import { pool } from "@/server/platform/database";
import type { MessageKind } from "@/server/delivery/statements/deliveries";
import { type DueWork, findDueWork } from "@/server/delivery/statements/due-work";
import { emptyClosedAccounts } from "./closings";
import { freezeDue } from "./freeze";
import { roundMs } from "./rounds";
import { sendNext } from "./send";
import { addTally, nothing, type SendTally } from "./record-outcomes";

/** Maximum time per run for removing closed accounts (ms). */
const closingsMs = 10_000;

/** A send that takes longer counts as waiting for a receiver, so the next round can start (ms). */
const waitsAfterMs = 50;

type Turn = Set<{ steppedMs: number }>;

export interface Rounds {
  everyMs: number;
  turns: Map<ChannelName, Turn>;
}

interface Part {
  rounds?: Rounds;
  channels?: readonly ChannelName[];
  due?: Pick<DueWork, "deliveries" | "hasClosings">;
}

/**
 * Also removes closed accounts. Safe to run concurrently and to kill: leases expire, and receivers recognize
 * repeated sends. `only` limits it to one kind for own addresses. An aborted request is retried. With
 * `rounds`, skips channels on which an earlier round is making progress.
 */
export async function deliverDue(
  now: () => Date,
  deadline: () => Date,
  only: MessageKind | null = null,
  signal?: AbortSignal,
  { rounds = { everyMs: roundMs, turns: new Map() }, channels = channelNames, due: input }: Part = {},
): Promise<SendTally> {
  const due = input ?? (await findDueWork(pool(), now()));
  const how = { now, deadline, only, signal, rounds };
  const parts = await Promise.allSettled(
    only === null
      ? [
          ...channels
            .filter((name) => due.deliveries.includes(name))
            .map((name) => deliverChannel(name, how)),
          ...(due.hasClosings ? [removeClosed(now, deadline)] : []),
        ]
      : [deliverChannel(ownChannel, how)],
  );
  return summed(parts);
}

async function removeClosed(now: () => Date, deadline: () => Date): Promise<SendTally> {
  const end = new Date(now().getTime() + closingsMs);
  await emptyClosedAccounts(now(), () => now() < end && now() < deadline());
  return nothing;
}

interface Run {
  now: () => Date;
  deadline: () => Date;
  only: MessageKind | null;
  signal: AbortSignal | undefined;
  rounds: Rounds;
}

function kindsOf(name: ChannelName, only: MessageKind | null): MessageKind[] {
  if (only !== null) return [only];
  return name === ownChannel ? ["account", "alert"] : ["alert"];
}

/** With user-supplied addresses, a round that only waits for a receiver doesn't count. */
function isAtWork(name: ChannelName, turn: Turn, everyMs: number): boolean {
  if (givenOf(name) === undefined) return turn.size > 0;
  return [...turn].some(({ steppedMs }) => performance.now() - steppedMs < everyMs);
}

async function deliverChannel(name: ChannelName, run: Run): Promise<SendTally> {
  const { everyMs, turns } = run.rounds;
  const turn = turns.get(name) ?? new Set();
  if (!getChannel(name).isOn() || isAtWork(name, turn, everyMs)) return nothing;
  turns.set(name, turn);
  return takeTurn(name, run, turn);
}

async function takeTurn(
  name: ChannelName,
  { now, deadline, only, signal }: Run,
  turn: Turn,
): Promise<SendTally> {
  const { batchSize, pace } = getChannel(name);
  const startedMs = now().getTime();
  const isOver = () => now() >= deadline() || now().getTime() - startedMs >= pace.turnMs;
  const tally = { ...nothing };
  const working: Promise<void>[] = [];
  const work = async (step: (atMs?: number) => void) => {
    let isBusy = true;
    while (isBusy && !isOver()) {
      isBusy = false;
      step();
      for (const kind of kindsOf(name, only)) {
        const frozen = await freezeDue(name, kind, now());
        addTally(tally, { sent: 0, failed: frozen.failed, retried: frozen.retried });
        isBusy ||= frozen.claimed > 0;
        if (frozen.claimed === batchSize && working.length < pace.atOnce) begin();
      }
      const waiting = setTimeout(step, waitsAfterMs, -Infinity);
      const sent = await sendNext(name, only, now, deadline, signal).finally(() => clearTimeout(waiting));
      if (sent === null) continue;
      isBusy = true;
      addTally(tally, sent);
    }
  };
  const begin = () => {
    const own = { steppedMs: 0 };
    turn.add(own);
    const step = (atMs = performance.now()) => void (own.steppedMs = atMs);
    working.push(work(step).finally(() => turn.delete(own)));
  };
  begin();
  // More workers can start while we wait; a failure is only thrown after all have ended.
  let ended: PromiseSettledResult<void>[] = [];
  while (ended.length < working.length) ended = await Promise.allSettled(working);
  const failure = ended.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return tally;
}

function summed(parts: readonly PromiseSettledResult<SendTally>[]): SendTally {
  const tally = { ...nothing };
  for (const part of parts) {
    if (part.status === "rejected") throw part.reason;
    addTally(tally, part.value);
  }
  return tally;
}
