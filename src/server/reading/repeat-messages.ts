import { guarded, type RunContext } from "@/server/platform/run-context";

const messagesEveryMs = 10_000;

/** Sends messages during a read: every 10 s, after `soon()`, and at the end. */
export function repeatMessages(run: RunContext, sendMessages: () => Promise<void>) {
  let stopped = false;
  let isDue = false;
  let wake = () => {};
  // Failed messages must not stop reading; the deliver route retries them.
  const send = () => guarded(run, "messages", sendMessages);
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
      wake();
      await loop;
      await send();
    },
  };
}
