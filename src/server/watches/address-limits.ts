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

/**
 * The same for watches that are looked at one after the other: what stands against the next one, null where nothing does and
 * it counts from then on. Nothing is locked; whoever makes them asks again.
 */
export async function addressFaults(
  db: Queryable,
  owner: Account,
  all: readonly string[],
  now: Date,
): Promise<(places: readonly string[]) => string | null> {
  const hosts = [...new Set([...addressesOf(all)].map(hostOf))];
  if (hosts.length === 0) return () => null;
  const { addressLimit } = planOf(owner.subscriptionStatus);
  const sites = addressedSites();
  const own = new Set(await listAddresses(db, { userId: owner.id, except: noWatch, sites }));
  const watched = new Set(await listWatchedAddresses(db, { sites, hosts, now }));
  return (places) => {
    const added = [...addressesOf(places)];
    if (new Set([...own, ...added]).size > addressLimit) return addressLimitText(addressLimit);
    const full = added.find(
      (place) =>
        !watched.has(place) &&
        [...watched].filter((one) => hostOf(one) === hostOf(place)).length >= mostOfHost,
    );
    if (full !== undefined) return hostLimitText(hostOf(full), mostOfHost);
    for (const place of added) {
      own.add(place);
      watched.add(place);
    }
    return null;
  };
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
