import type { Item } from "@/domain/item";
import type { Numbered } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import type { SequenceContext } from "./context";

/** What was answered for a number; "failed" and "unasked" say that nothing was. */
export interface Answered {
  number: number;
  found: Numbered | "failed" | "unasked";
}

export interface NumbersRead {
  answered: Answered[];
  /** Why no more is asked in this run; null: all were. */
  ended: SiteError | "spent" | null;
}

const atOnce = 20;

/** As many workers as the site is asked by at once, until all numbers are taken or `isOver`. */
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

/**
 * Asks for numbers in their order, some at once. A number that fails leaves the others alone; where the site refuses, or
 * nothing else than failures comes, the rest is left for the next run. What was taken is in the answer, whatever became of it.
 */
export async function readNumbers(
  context: SequenceContext,
  numbers: readonly number[],
): Promise<NumbersRead> {
  const { site, budget, signal } = context;
  const read: NumbersRead = { answered: [], ended: null };
  let failedInARow = 0;

  async function ask(number: number, isAgain = false): Promise<Answered["found"]> {
    if (!(await budget.take("sequence"))) {
      read.ended ??= "spent";
      return "unasked";
    }
    try {
      const { found, rate } = await site.fetchNumber(number, signal);
      failedInARow = 0;
      await budget.heard(rate);
      return found;
    } catch (error) {
      // A connection that was kept may have been closed behind our back.
      const isBroken = error instanceof SiteError && error.reason === "network";
      if (isBroken && !isAgain && failedInARow === 0) return ask(number, true);
      // The site's errors are expected: the number stays needed.
      if (!(error instanceof SiteError)) throw error;
      failedInARow += 1;
      const endsAll = !isOneNumbers(error) || failedInARow >= atOnce;
      // Before anything is waited for: others find the budget closed by it, which says less.
      if (endsAll && !(read.ended instanceof SiteError)) read.ended = error;
      await budget.failed(error);
      return isOneNumbers(error) ? "failed" : "unasked";
    }
  }

  const isOver = () => read.ended !== null || context.clock() >= context.deadline;
  const left = await inParallel(numbers, isOver, async (number) => {
    read.answered.push({ number, found: await ask(number) });
  });
  if (left.length > 0) read.ended ??= "spent";
  // That nothing but failures came says nothing of any of these numbers.
  const isWell = read.answered.some(({ found }) => found !== "failed" && found !== "unasked");
  if (!isWell) for (const one of read.answered) one.found = "unasked";
  read.answered.sort((a, b) => a.number - b.number);
  return read;
}

/** Whether an error may be of one number alone. */
function isOneNumbers({ kind, reason }: SiteError): boolean {
  return (kind === "unavailable" || kind === "malformed") && reason !== "aborted" && reason !== "redirect";
}

export function itemsOf(answered: readonly Answered[]): Item[] {
  return answered.flatMap(({ found }) => (typeof found === "object" ? [found] : []));
}
