import { partedPlace } from "@/domain/place";
import { planOf } from "@/domain/plans";
import { addressLimitText, hostLimitText } from "@/domain/plan-texts";
import type { Account } from "@/server/accounts/statements/accounts";
import type { Queryable } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { addressedSites, siteOf } from "@/sites/registry";
import { listAddresses, listWatchedAddresses, lockHosts } from "./statements/addresses";

/** Addresses on one host that are watched, over all accounts. */
const mostOfHost = 100;

/**
 * Refuses a watch whose places would be one address that people give too many: of its owner, or of a host over all accounts.
 * What it named before stays, whatever the limits are now. VALIDATION_ERROR.
 */
export async function checkAddresses(
  tx: Queryable,
  owner: Account,
  watch: { id: string; before: readonly string[]; after: readonly string[] },
  now: Date,
): Promise<void> {
  const named = addressesOf(watch.before);
  const added = [...addressesOf(watch.after)].filter((place) => !named.has(place));
  if (added.length === 0) return;
  const { addressLimit } = planOf(owner.subscriptionStatus);
  const others = await listAddresses(tx, { userId: owner.id, except: watch.id, sites: addressedSites() });
  const own = new Set([...others, ...addressesOf(watch.after)]);
  if (own.size > addressLimit) throw fault(addressLimitText(addressLimit));
  await checkHosts(tx, added, now);
}

/** No watch has it. */
export const noWatch = "00000000-0000-0000-0000-000000000000";

/** More than any plan may have: a file can name far more, and each is a host to look up. */
const mostLookedAt = 1_000;

/**
 * The same for watches that are looked at one after another, each with its addresses: returns why the next one is refused, or
 * null, and then its addresses count. Nothing is locked; making them checks again.
 */
export async function addressFaults(
  db: Queryable,
  owner: Account,
  watches: readonly { addresses: readonly string[] }[],
  now: Date,
): Promise<(addresses: readonly string[]) => string | null> {
  const known = firstAddresses(watches);
  if (known.size === 0) return () => null;
  const hosts = [...new Set([...known].map(hostOf))];
  const { addressLimit } = planOf(owner.subscriptionStatus);
  const sites = addressedSites();
  const own = new Set(await listAddresses(db, { userId: owner.id, except: noWatch, sites }));
  const watched = new Set(await listWatchedAddresses(db, { sites, hosts, now }));
  const ofHost = new Map<string, number>();
  const count = (place: string) => ofHost.set(hostOf(place), (ofHost.get(hostOf(place)) ?? 0) + 1);
  watched.forEach(count);
  return (addresses) => {
    const added = new Set(addresses.filter((place) => !own.has(place)));
    if (own.size + added.size > addressLimit || [...added].some((place) => !known.has(place)))
      return addressLimitText(addressLimit);
    const isFull = (place: string) => !watched.has(place) && (ofHost.get(hostOf(place)) ?? 0) >= mostOfHost;
    const full = [...added].find(isFull);
    if (full !== undefined) return hostLimitText(hostOf(full), mostOfHost);
    for (const place of added) {
      own.add(place);
      if (!watched.has(place)) count(place);
      watched.add(place);
    }
    return null;
  };
}

function firstAddresses(watches: readonly { addresses: readonly string[] }[]): Set<string> {
  const found = new Set<string>();
  for (const { addresses } of watches)
    for (const address of addresses) {
      if (found.size === mostLookedAt) return found;
      found.add(address);
    }
  return found;
}

/** One that somebody watches already is asked for no oftener. */
async function checkHosts(tx: Queryable, added: readonly string[], now: Date): Promise<void> {
  const hosts = [...new Set(added.map(hostOf))].sort();
  await lockHosts(tx, hosts);
  const watched = new Set(await listWatchedAddresses(tx, { sites: addressedSites(), hosts, now }));
  for (const host of hosts) {
    const isNew = added.some((place) => hostOf(place) === host && !watched.has(place));
    const there = new Set([...watched, ...added].filter((place) => hostOf(place) === host));
    if (isNew && there.size > mostOfHost) throw fault(hostLimitText(host, mostOfHost));
  }
}

/** Of places as a watch names them those that are addresses, in lower case. */
function addressesOf(places: readonly string[]): Set<string> {
  const addressed = new Set(addressedSites());
  return new Set(
    places.map((place) => place.toLowerCase()).filter((place) => addressed.has(partedPlace(place).site)),
  );
}

function hostOf(place: string): string {
  const { site, name } = partedPlace(place);
  return siteOf(site).hostOf!(name);
}

function fault(text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { places: [text] } });
}
