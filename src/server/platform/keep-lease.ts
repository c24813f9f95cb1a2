import { pool } from "./database";
import { renewLease, type Lease } from "./take-lease";

/** How often the lease is checked (ms). It is renewed four times per lifetime. */
const lookEveryMs = 250;
/**
 * A lease counts as lost this long before it expires (ms), because work started now would finish too late.
 */
const marginMs = 1_000;

/**
 * Keeps renewing a lease until `letGo` is called. `lost` is aborted if another process took it or it couldn't
 * be renewed in time.
 */
export function keepLease(lease: Lease, ttlMs: number): { lost: AbortSignal; letGo: () => Promise<void> } {
  const lost = new AbortController();
  let renewedMs = performance.now();
  let requestedAtMs = renewedMs;
  let renewing: Promise<void> = Promise.resolve();
  const end = () => {
    clearInterval(timer);
    lost.abort();
  };
  const renew = async () => {
    requestedAtMs = performance.now();
    const startedMs = requestedAtMs;
    if (await renewLease(pool(), lease, ttlMs)) renewedMs = startedMs;
    else end();
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - renewedMs >= ttlMs - marginMs) end();
    // Retries while the database doesn't respond, until the lease expires.
    else if (nowMs - requestedAtMs >= ttlMs / 4) renewing = renew().catch(() => undefined);
  }, lookEveryMs);
  timer.unref();
  const letGo = async () => {
    clearInterval(timer);
    // A renewal after the release would block other processes.
    await renewing;
  };
  return { lost: lost.signal, letGo };
}
