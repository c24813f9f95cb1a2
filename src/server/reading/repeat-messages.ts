import { guarded, type RunContext } from "@/server/platform/run-context";

const messagesEveryMs = 10_000;

/** Sends while something is read: every 10 s, soon where told so, and once at the end. */
export function repeatMessages(run: RunContext, sendMessages: () => Promise<void>) {
  let stopped = false;
  let isDue = false;
  let wake = () => {};
  // Mail in trouble must not stop the reading; the deliver route tries again.
  const send = () => guarded(run, "messages", sendMessages);
  const loop = (async () => {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        // What was found while the last were being sent.
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
