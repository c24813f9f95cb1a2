import { pool } from "./database";
import { renewLeases, type Lease } from "./leases";

/** How often leases are checked (ms). They are renewed four times per lifetime. */
const lookEveryMs = 250;
/** Counts as lost this long before it expires (ms), because work started now would finish too late. */
const marginMs = 1_000;

export interface RenewedLeases {
  lost: ReadonlyMap<string, AbortSignal>;
  letGo: () => Promise<void>;
}

/** Aborts `lost` of a lease if another process took it or it couldn't be renewed in time. */
export function autoRenewLeases(leases: readonly Lease[], ttlMs: number): RenewedLeases {
  const stored = new Map(leases.map((lease) => [lease.name, lease]));
  const ends = new Map(leases.map(({ name }) => [name, new AbortController()]));
  let renewedMs = performance.now();
  let requestedAtMs = renewedMs;
  let renewing: Promise<void> = Promise.resolve();
  const end = (name: string) => {
    stored.delete(name);
    ends.get(name)!.abort();
    if (stored.size === 0) clearInterval(timer);
  };
  const renew = async () => {
    requestedAtMs = performance.now();
    const startedMs = requestedAtMs;
    const leases = [...stored.values()];
    const renewed = new Set(await renewLeases(pool(), leases, ttlMs));
    renewedMs = startedMs;
    for (const { name } of leases) if (!renewed.has(name)) end(name);
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - renewedMs >= ttlMs - marginMs) for (const name of [...stored.keys()]) end(name);
    // Retries while the database doesn't respond, until the leases expire.
    else if (nowMs - requestedAtMs >= ttlMs / 4) renewing = renew().catch(() => undefined);
  }, lookEveryMs);
  timer.unref();
  if (leases.length === 0) clearInterval(timer);
  const letGo = async () => {
    clearInterval(timer);
    // A renewal after the release would block other processes.
    await renewing;
  };
  return { lost: new Map([...ends].map(([name, { signal }]) => [name, signal])), letGo };
}
