import { ownChannel } from "@/channels/own-channel";
import { channelNames, channelOf, givenOf, type ChannelName } from "@/channels/registry";
import { pool } from "@/server/platform/database";
import { type MessageKind, countWaiting } from "@/server/delivery/statements/deliveries";
import { emptyClosedAccounts } from "./closings";
import { freezeDue } from "./freeze";
import { roundMs } from "./rounds";
import { sendNext } from "./send";
import type { SendTally } from "./settle-each";

/** The part of a run that removing closed accounts may take. */
const closingsMs = 10_000;

/** Who sends for so long waits for a receiver: the next round need not look first how long. */
const waitsAfterMs = 50;

/** Failed: ended without being sent, be it refused, not to be rendered, or unknown. Retried: put off. */
export interface DeliverTally extends SendTally {
  /** What has not ended when the run does. */
  pending: number;
}

/** Who works on a channel just now, and when each of them last got on. */
type Turn = Set<{ steppedMs: number }>;

/** What the rounds of one run know of each other. */
export interface Rounds {
  /** From one to the next. */
  everyMs: number;
  turns: Map<ChannelName, Turn>;
}

/** What a run is about, where it is not everything. */
interface Part {
  rounds?: Rounds;
  channels?: readonly ChannelName[];
}

/**
 * Renders, freezes and sends what is due on all channels until nothing is left or the deadline has come, then claims no more.
 * Safe to run several times at once and to be killed anywhere: what was claimed comes back when its lease ends, what was sent
 * is repeated such that its receiver knows it. Removes what closed accounts left beside. `only` limits it to one kind of
 * message to the accounts' own addresses; `signal` ends a request that is on its way, to be repeated. With `rounds` a channel on
 * which a round before gets on is left to that.
 */
export async function deliverDue(
  now: () => Date,
  deadline: () => Date,
  only: MessageKind | null = null,
  signal?: AbortSignal,
  { rounds = { everyMs: roundMs, turns: new Map() }, channels = channelNames }: Part = {},
): Promise<DeliverTally> {
  // Usually nothing waits: then this is all that a run asks.
  const waiting = await countWaiting(pool(), now());
  if (waiting.deliveries + waiting.closings === 0) return { ...nothing, pending: 0 };
  const how = { now, deadline, only, signal, rounds };
  // Beside each other: none waits for another's receiver, nor ends with another's failure.
  const parts = await Promise.allSettled(
    only === null
      ? [...channels.map((name) => deliverChannel(name, how)), removeClosed(now, deadline)]
      : [deliverChannel(ownChannel, how)],
  );
  const tally = summed(parts);
  return { ...tally, pending: (await countWaiting(pool(), now())).deliveries };
}

const nothing: SendTally = { sent: 0, failed: 0, retried: 0 };

/** What accounts that were closed left goes beside, so that it does not wait for the hourly run. */
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

/** The kinds that go on a channel; those of the account itself first. */
function kindsOf(name: ChannelName, only: MessageKind | null): MessageKind[] {
  if (only !== null) return [only];
  return name === ownChannel ? ["account", "alert"] : ["alert"];
}

/** Whether a round before is at it: it gets on, or waits for a receiver that is no user's own. */
function isAtWork(name: ChannelName, turn: Turn, everyMs: number): boolean {
  if (givenOf(name) === undefined) return turn.size > 0;
  return [...turn].some(({ steppedMs }) => performance.now() - steppedMs < everyMs);
}

/** One channel's turn, unless a round before has it. */
async function deliverChannel(name: ChannelName, run: Run): Promise<SendTally> {
  const { everyMs, turns } = run.rounds;
  const turn = turns.get(name) ?? new Set();
  if (!channelOf(name).isOn() || isAtWork(name, turn, everyMs)) return nothing;
  turns.set(name, turn);
  return takeTurn(name, run, turn);
}

/** Freezes a batch and sends one, again and again, several at a time where there is enough for them. */
async function takeTurn(
  name: ChannelName,
  { now, deadline, only, signal }: Run,
  turn: Turn,
): Promise<SendTally> {
  const { batchSize, pace } = channelOf(name);
  const begunMs = now().getTime();
  const isOver = () => now() >= deadline() || now().getTime() - begunMs >= pace.turnMs;
  const tally = { ...nothing };
  const working: Promise<void>[] = [];
  const work = async (step: (atMs?: number) => void) => {
    let isBusy = true;
    while (isBusy && !isOver()) {
      isBusy = false;
      step();
      for (const kind of kindsOf(name, only)) {
        const frozen = await freezeDue(name, kind, now());
        add(tally, { sent: 0, failed: frozen.failed, retried: frozen.retried });
        isBusy ||= frozen.claimed > 0;
        if (frozen.claimed === batchSize && working.length < pace.atOnce) begin();
      }
      const waiting = setTimeout(step, waitsAfterMs, -Infinity);
      const sent = await sendNext(name, only, now, deadline, signal).finally(() => clearTimeout(waiting));
      if (sent === null) continue;
      isBusy = true;
      add(tally, sent);
    }
  };
  const begin = () => {
    const own = { steppedMs: 0 };
    turn.add(own);
    const step = (atMs = performance.now()) => void (own.steppedMs = atMs);
    working.push(work(step).finally(() => turn.delete(own)));
  };
  begin();
  // More may join while these are waited for; a failure of one waits for all.
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
    add(tally, part.value);
  }
  return tally;
}

function add(tally: SendTally, part: SendTally): void {
  tally.sent += part.sent;
  tally.failed += part.failed;
  tally.retried += part.retried;
}
