import { guarded, type RunContext } from "@/server/platform/run-context";

const messagesEveryMs = 10_000;

/**
 * Sends messages during a read: every 10 s, after `soon()`, and at the end. After `stop()`, no request starts
 * later than `restMs`.
 */
export function repeatMessages(
  run: RunContext,
  sendMessages: (run: RunContext) => Promise<void>,
  restMs = Infinity,
) {
  let endsMs = Infinity;
  const sending: RunContext = {
    ...run,
    get deadline() {
      return new Date(Math.min(endsMs, run.deadline.getTime()));
    },
  };
  let stopped = false;
  let isDue = false;
  let wake = () => {};
  // Failed messages must not stop reading; the deliver route retries them.
  const send = () => guarded(run, "messages", () => sendMessages(sending));
  const loop = (async () => {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        // New matches arrived while the last messages were being sent.
        if (isDue) resolve();
        setTimeout(resolve, messagesEveryMs).unref();
      });
      isDue = false;
      if (!stopped) await send();
    }
  })();
  return {
    soon: () => {
      isDue = true;
      wake();
    },
    stop: async () => {
      stopped = true;
      endsMs = run.clock().getTime() + restMs;
      wake();
      await loop;
      await send();
    },
  };
}
