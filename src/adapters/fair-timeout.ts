/** If a timer fires this late, the process was frozen or busy (ms). */
const slackMs = 50;
/** Limits the waiting in a process that is always busy. */
const maxRounds = 4;

/** Aborts after `ms`. Waits again if this process was frozen or busy, as the response may be unread. */
export function fairTimeout(ms: number): AbortSignal {
  const ending = new AbortController();
  const wait = (round: number) => {
    const dueMs = performance.now() + ms;
    const onTimeout = () => {
      if (performance.now() - dueMs > slackMs && round < maxRounds) wait(round + 1);
      else ending.abort(new DOMException("There was no response in time", "TimeoutError"));
    };
    AbortSignal.timeout(ms).addEventListener("abort", onTimeout, { once: true });
  };
  wait(1);
  return ending.signal;
}
