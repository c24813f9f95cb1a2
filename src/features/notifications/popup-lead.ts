/** Name of the lock. Only one of a browser's tabs polls and shows toasts. */
const name = "earshot-news";

/** One visible tab at a time; `lead` returns its stop function. Without Web Locks (plain HTTP), every one. */
export function becomeLeaderWhileVisible(lead: () => () => void): () => void {
  let turn: AbortController | null = null;
  const end = () => {
    turn?.abort();
    turn = null;
  };
  const follow = () => {
    if (document.visibilityState !== "visible") return end();
    if (turn !== null) return;
    turn = new AbortController();
    const { signal } = turn;
    const hold = () =>
      new Promise<void>((resolve) => {
        // Aborted just as the lock was granted.
        if (signal.aborted) return resolve();
        const stop = lead();
        signal.addEventListener("abort", () => {
          stop();
          resolve();
        });
      });
    // Aborted while waiting for the lock: another tab keeps leading.
    if ("locks" in navigator) navigator.locks.request(name, { signal }, hold).catch(() => undefined);
    else void hold();
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    end();
  };
}
