import { isPlaceName } from "@/contract/place";

export type Verdict = "valid" | "invalid" | "unchecked" | "lost";

/** Looks up one name. A number is the wait in seconds after a rate limit. */
export type FetchPlace = (name: string) => Promise<Verdict | { retryAfterSeconds: number }>;

const atOnce = 5;

/** 'all' and malformed names need no request; others need one each, 5 at once. A 429 makes all wait. */
export function createPlaceChecker(request: FetchPlace, wait: (ms: number) => Promise<void>) {
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
    // Pass the slot on directly, so a new request can't take it.
    if (next === undefined) running -= 1;
    else next();
  };
  const fetchInTurn = async (name: string): Promise<Verdict> => {
    await enter();
    try {
      for (;;) {
        await pause;
        const response = await request(name);
        if (typeof response === "string") return response;
        pause = wait(response.retryAfterSeconds * 1000);
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
    const verdict = await fetchInTurn(name);
    // Cache definite results; retry the others next time.
    if (verdict === "valid" || verdict === "invalid") known.set(key, verdict);
    return verdict;
  };
}
