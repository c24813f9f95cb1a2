import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { ownLimitTexts, type LimitWait } from "@/domain/text/rate-limit-texts";
import { rateLimitTexts } from "@/contract/limit-texts";
import { rateLimitToast, type RateLimited } from "./rate-limit";
import { storedRateLimit } from "./rate-limit-record";
import { readRateLimit } from "./read-rate-limit";

/** The limit shared by a form's requests, identified by its message. */
const messages = {
  auth: rateLimitTexts.AUTH_RATE_LIMIT_EXCEEDED.text,
  links: ownLimitTexts.links,
} as const;

/** Maximum timer delay. Longer ones fire immediately. */
const maxTimerMs = 2 ** 31 - 1;
const noSubscription = () => () => undefined;

/** With `countedWith`, includes a wait that this browser met before the page loaded. */
export function useLimitWait(countedWith?: keyof typeof messages): {
  wait: LimitWait | null;
  meet: (limited: RateLimited) => void;
  forget: () => void;
} {
  const [hits, setHits] = useState<LimitWait | null | "initial">("initial");
  const storedLimit = useSyncExternalStore(noSubscription, storedRateLimit, () => null);
  const before = useMemo(
    () => (storedLimit === null || countedWith === undefined ? null : activeLimitWait(messages[countedWith])),
    [storedLimit, countedWith],
  );
  const wait = hits === "initial" ? before : hits;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setHits(null), Math.min(wait.untilMs - Date.now(), maxTimerMs));
    return () => clearTimeout(timer);
  }, [wait]);
  return {
    wait,
    meet: ({ message, retryAfterSeconds }) =>
      setHits({ text: message, untilMs: Date.now() + retryAfterSeconds * 1000 }),
    forget: () => setHits(null),
  };
}

function activeLimitWait(message: string): LimitWait | null {
  const record = readRateLimit();
  if (record === null || record.message !== message) return null;
  const now = new Date();
  const { secondsLeft } = rateLimitToast(record, now);
  return secondsLeft === 0 ? null : { text: message, untilMs: now.getTime() + secondsLeft * 1000 };
}
