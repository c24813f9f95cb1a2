import { isPlaceName } from "@/contract/place";

/** What is known of a name: it can be watched, it can't, the site could not be asked, or the question got lost. */
export type Verdict = "valid" | "invalid" | "unchecked" | "lost";

/** One question put to the site; a number is the wait in seconds it asks for. */
export type AskPlace = (name: string) => Promise<Verdict | { retryAfterSeconds: number }>;

const atOnce = 5;

/**
 * Answers whether names exist: 'all' and malformed names without asking, each other name once, at most 5 at a time.
 * A rate limit holds everyone back for its wait and then asks again.
 */
export function createPlaceChecker(ask: AskPlace, wait: (ms: number) => Promise<void>) {
  const known = new Map<string, Verdict>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let pause: Promise<void> = Promise.resolve();

  const enter = async () => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
  };
  const leave = () => {
    const next = waiting.shift();
    // The place is handed on, so that nobody slips in between.
    if (next === undefined) running -= 1;
    else next();
  };
  const askInTurn = async (name: string): Promise<Verdict> => {
    await enter();
    try {
      for (;;) {
        await pause;
        const answer = await ask(name);
        if (typeof answer === "string") return answer;
        pause = wait(answer.retryAfterSeconds * 1000);
      }
    } finally {
      leave();
    }
  };
  return async (name: string): Promise<Verdict> => {
    const key = name.toLowerCase();
    if (!isPlaceName(name)) return "invalid";
    if (key === "all") return "valid";
    const before = known.get(key);
    if (before !== undefined) return before;
    const verdict = await askInTurn(name);
    // What the site said is kept; what it could not say is asked again.
    if (verdict === "valid" || verdict === "invalid") known.set(key, verdict);
    return verdict;
  };
}
