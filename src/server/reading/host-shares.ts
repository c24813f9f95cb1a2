import { perProcess } from "@/adapters/per-process";
import { grouped } from "@/domain/grouped";
import { maxPerAccount, shareHost, type HostShare } from "@/domain/reading/host-share";
import { pool } from "@/server/platform/database";
import { listOwners, setSlowdowns } from "./statements/host-shares";
import type { WatchedRead } from "./statements/reads";

const alone: HostShare = { turn: 0, slowdown: 1 };
/** Share of a place that was added after the computation and hasn't answered yet. */
const withoutResponse: HostShare = { turn: 1, slowdown: 1 };
/** Cache lifetime (ms). Computing shares scans all watches, and they change slowly. */
const retentionMs = 5 * 60_000;
/** Used while there are new places, for which accounts take turns. */
const retentionWithNewMs = 45_000;

interface Stored {
  atMs: number;
  shares: ReadonlyMap<string, HostShare>;
}

function storedShares(): Map<string, Stored> {
  return perProcess("earshotHostShares", () => new Map());
}

/** Returns the shares of a site's places. Places on hosts with few places keep their usual interval. */
export async function hostShares(
  site: { id: string; getHost(place: string): string },
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
  now: Date,
): Promise<(place: string) => HostShare> {
  const hosts = [...grouped([...reads.keys()], (place) => site.getHost(place)).values()];
  const crowded = hosts.filter((places) => places.length > maxPerAccount);
  const last = storedShares().get(site.id);
  const shares = isFresh(last, crowded, now) ? last!.shares : await compute(site.id, crowded, { reads, now });
  const usual = (place: string) => (reads.get(place)?.[0]?.readAt === null ? withoutResponse : alone);
  return (place) => shares.get(place) ?? usual(place);
}

function isFresh(last: Stored | undefined, crowded: readonly (readonly string[])[], now: Date): boolean {
  if (last === undefined) return false;
  const hasNew = crowded.some((places) => places.some((place) => !last.shares.has(place)));
  const ageMs = now.getTime() - last.atMs;
  // The clock could have been set back.
  return ageMs >= 0 && ageMs < (hasNew ? retentionWithNewMs : retentionMs);
}

async function compute(
  site: string,
  crowded: readonly (readonly string[])[],
  { reads, now }: { reads: ReadonlyMap<string, readonly WatchedRead[]>; now: Date },
): Promise<ReadonlyMap<string, HostShare>> {
  const shares = await share(site, crowded, reads);
  storedShares().set(site, { atMs: now.getTime(), shares });
  const slower = [...shares].filter(([, { slowdown }]) => slowdown > 1);
  await setSlowdowns(pool(), site, new Map(slower.map(([place, { slowdown }]) => [place, slowdown])));
  return shares;
}

async function share(
  site: string,
  hosts: readonly (readonly string[])[],
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
): Promise<Map<string, HostShare>> {
  if (hosts.length === 0) return new Map();
  const owners = await listOwners(pool(), site, hosts.flat());
  const shares = hosts.flatMap((places) => [
    ...shareHost(
      places.map((place) => {
        const [read] = reads.get(place)!;
        const { watchedSince, readAt } = read!;
        const known = owners.get(place) ?? [];
        return { place, owners: known, sinceMs: watchedSince.getTime(), hasResponded: readAt !== null };
      }),
    ),
  ]);
  return new Map(shares);
}

/** Groups due places by host in the given order, and sorts the places of a host by share. */
export function dueByHost(
  site: { getHost(place: string): string },
  due: readonly string[],
  share: (place: string) => HostShare,
): string[][] {
  const hosts = grouped(due, (place) => site.getHost(place));
  return [...hosts.values()].map((places) => places.toSorted((a, b) => share(a).turn - share(b).turn));
}

export function isFailing(reads: ReadonlyMap<string, readonly WatchedRead[]>, place: string): boolean {
  return reads.get(place)!.some(({ failedSince }) => failedSince !== null);
}
