import { pool } from "./database";
import { renewLease, type Lease } from "./take-lease";

/** How often its holder looks whether it still holds it; it is renewed four times in its time. */
const lookEveryMs = 250;
/** So long before it ends it counts as lost: what was begun meanwhile would come too late. */
const marginMs = 1_000;

/** Renews a short lease until it is let go; `lost` is aborted when somebody else took it, or it could not be renewed in time. */
export function keepLease(lease: Lease, ttlMs: number): { lost: AbortSignal; letGo: () => Promise<void> } {
  const lost = new AbortController();
  let renewedMs = performance.now();
  let askedMs = renewedMs;
  let renewing: Promise<void> = Promise.resolve();
  const end = () => {
    clearInterval(timer);
    lost.abort();
  };
  const renew = async () => {
    askedMs = performance.now();
    const begunMs = askedMs;
    if (await renewLease(pool(), lease, ttlMs)) renewedMs = begunMs;
    else end();
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - renewedMs >= ttlMs - marginMs) end();
    // A database that does not answer is asked again until the time is over.
    else if (nowMs - askedMs >= ttlMs / 4) renewing = renew().catch(() => undefined);
  }, lookEveryMs);
  timer.unref();
  const letGo = async () => {
    clearInterval(timer);
    // One that comes behind the lease's return would hold it up for everybody.
    await renewing;
  };
  return { lost: lost.signal, letGo };
}
