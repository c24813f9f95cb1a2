import type { Item } from "@/domain/reading/item";
import type { Numbered } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import type { SequenceContext } from "./context";

/** The result for a number. "failed" and "unasked" mean that there was no response. */
export interface Responded {
  number: number;
  found: Numbered | "failed" | "unasked";
}

export interface NumbersRead {
  responded: Responded[];
  /** Why the run stopped requesting numbers; null if it requested all. */
  ended: SiteError | "spent" | null;
}

const atOnce = 20;

export async function inParallel<T>(
  values: readonly T[],
  isOver: () => boolean,
  work: (value: T) => Promise<void>,
): Promise<T[]> {
  const queue = [...values];
  const worker = async () => {
    for (let value = isOver() ? undefined : queue.shift(); value !== undefined;) {
      await work(value);
      value = isOver() ? undefined : queue.shift();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return queue;
}

/** If the site refuses or only failures occur, leaves the rest for the next run. Always returns results. */
export async function readNumbers(
  context: SequenceContext,
  numbers: readonly number[],
): Promise<NumbersRead> {
  const { site, budget, signal } = context;
  const read: NumbersRead = { responded: [], ended: null };
  let failedInARow = 0;

  async function request(number: number, isAgain = false): Promise<Responded["found"]> {
    if (!(await budget.take("sequence"))) {
      read.ended ??= "spent";
      return "unasked";
    }
    try {
      const { found, rate } = await site.fetchNumber(number, signal);
      failedInARow = 0;
      await budget.recordRate(rate);
      return found;
    } catch (error) {
      // The server might have closed a kept-alive connection.
      const isBroken = error instanceof SiteError && error.reason === "network";
      if (isBroken && !isAgain && failedInARow === 0) return request(number, true);
      if (!(error instanceof SiteError)) throw error;
      failedInARow += 1;
      const endsAll = !isOneNumbers(error) || failedInARow >= atOnce;
      // Set this before awaiting: other workers then fail on the closed budget, which is less informative.
      if (endsAll && !(read.ended instanceof SiteError)) read.ended = error;
      await budget.failed(error);
      return isOneNumbers(error) ? "failed" : "unasked";
    }
  }

  const isOver = () => read.ended !== null || context.clock() >= context.deadline;
  const left = await inParallel(numbers, isOver, async (number) => {
    read.responded.push({ number, found: await request(number) });
  });
  if (left.length > 0) read.ended ??= "spent";
  // If every request failed, it says nothing about individual numbers.
  const isWell = read.responded.some(({ found }) => found !== "failed" && found !== "unasked");
  if (!isWell) for (const one of read.responded) one.found = "unasked";
  read.responded.sort((a, b) => a.number - b.number);
  return read;
}

export function isOneNumbers({ kind, reason }: SiteError): boolean {
  return (kind === "unavailable" || kind === "malformed") && reason !== "aborted" && reason !== "redirect";
}

export function getItems(responded: readonly Responded[]): Item[] {
  return responded.flatMap(({ found }) => (typeof found === "object" ? [found] : []));
}
