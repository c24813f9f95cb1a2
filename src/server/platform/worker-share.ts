import { perProcess } from "@/adapters/per-process";
import { pool } from "./database";
import { newId } from "./ids";
import { claimLeases, releaseLeases, renewWorker, workerPrefix, type ClaimedLease } from "./leases";
import { inBackground } from "./work";

const workerLeaseMs = 15_000;
const renewEveryMs = 5_000;

const share = () =>
  perProcess("earshotWorkerShare", () => ({
    /** Whether this process is a worker: it runs the scheduler and shares the sites with other workers. */
    isWorker: false,
    stored: new Set<string>(),
    /** Names that this process had last. Preferred, because it knows when they are due. */
    preferred: new Set<string>(),
  }));

export async function claimShare(
  names: readonly string[],
  how: { owner: string; ttlMs: number },
): Promise<{ now: Date; leases: ClaimedLease[] }> {
  const { isWorker, stored, preferred } = share();
  const inOrder = [...names].sort((a, b) => Number(preferred.has(b)) - Number(preferred.has(a)));
  const count = names.filter((name) => stored.has(name)).length;
  const limit = isWorker && names.length > 1 ? { stored: count } : {};
  const claimed = await claimLeases(pool(), inOrder, { ...how, ...limit });
  for (const { name } of claimed.leases) stored.add(name);
  for (const name of names) {
    if (stored.has(name)) preferred.add(name);
    else preferred.delete(name);
  }
  return claimed;
}

export async function releaseShare(owner: string, leases: readonly ClaimedLease[]): Promise<void> {
  for (const { name } of leases) share().stored.delete(name);
  await releaseLeases(pool(), owner);
}

/** Joins the workers. The returned function leaves them. */
export function joinWorkers(): () => Promise<void> {
  share().isWorker = true;
  const owner = newId();
  const name = `${workerPrefix}${owner}`;
  // While the database is unavailable, no worker can claim leases.
  const renew = () => renewWorker(pool(), { name, owner, ttlMs: workerLeaseMs }).catch(() => undefined);
  let renewing = inBackground(renew);
  const timer = setInterval(() => void (renewing = inBackground(renew)), renewEveryMs);
  timer.unref();
  return async () => {
    share().isWorker = false;
    clearInterval(timer);
    await renewing;
    await inBackground(() => releaseLeases(pool(), owner));
  };
}
