import { namesOn, partedPlace } from "@/domain/reading/place";
import { getPlan } from "@/domain/plans/plans";
import { addressLimitText } from "@/domain/plans/plan-texts";
import type { Account } from "@/server/accounts/statements/accounts";
import type { Queryable } from "@/server/platform/database";
import { fieldError } from "@/server/platform/errors";
import { excessPlaceText } from "@/server/reading/place-limit";
import { listNamedPlaces } from "@/server/reading/statements/place-lookups";
import { addressedSites, sites } from "@/sites/registry";

/** Throws VALIDATION_ERROR above the plan's limit. The watch's existing places are always allowed. */
export async function checkAddresses(
  tx: Queryable,
  owner: Account,
  watch: { id: string; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const named = addressesOf(watch.before);
  if ([...addressesOf(watch.after)].every((place) => named.has(place))) return;
  const { addressLimit } = getPlan(owner.subscriptionStatus);
  const who = { userId: owner.id, exceptWatch: watch.id };
  const others = await listNamedPlaces(tx, { sites: addressedSites(), ...who });
  const own = new Set([...others, ...addressesOf(watch.after)]);
  if (own.size <= addressLimit) return;
  const text = addressLimitText(addressLimit);
  throw fieldError("places", text);
}

/** Throws VALIDATION_ERROR if all watches together exceed what this installation can read on a site. */
export async function checkPlaceLimits(
  tx: Queryable,
  watch: { id: string; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  for (const site of limitedSites()) {
    const before = new Set(namesOn(site.id, watch.before).map((name) => name.toLowerCase()));
    const after = namesOn(site.id, watch.after);
    if (after.every((name) => before.has(name.toLowerCase()))) continue;
    const text = await excessPlaceText(tx, site, after, watch.id);
    if (text !== null) throw fieldError("places", text);
  }
}

/** The sites on which this installation can only read a limited number of places. */
export function limitedSites() {
  return Object.values(sites).filter(({ placeLimit }) => placeLimit !== undefined);
}

export const noWatch = "00000000-0000-0000-0000-000000000000";

/** Above the limit of any plan, because a file can contain far more addresses. */
const maxLookedUp = 1_000;

export function addressesToLookUp(watches: readonly { addresses: readonly string[] }[]): string[] {
  const found = new Set<string>();
  for (const { addresses } of watches)
    for (const address of addresses) {
      if (found.size === maxLookedUp) return [...found];
      found.add(address);
    }
  return [...found];
}

/** Like `checkAddresses` per watch. Addresses not in `known` are over the limit. No locks: check again. */
export async function addressFaults(
  db: Queryable,
  owner: Account,
  known: readonly string[],
): Promise<(addresses: readonly string[]) => string | null> {
  if (known.length === 0) return () => null;
  const { addressLimit } = getPlan(owner.subscriptionStatus);
  const lookedUp = addressesOf(known);
  const who = { userId: owner.id, exceptWatch: null };
  const own = new Set(await listNamedPlaces(db, { sites: addressedSites(), ...who }));
  return (addresses) => {
    const named = addressesOf(addresses);
    // After Pro ends, an account can be over the limit.
    if (named.size === 0) return null;
    const added = [...named].filter((place) => !own.has(place));
    if (own.size + added.length > addressLimit || added.some((place) => !lookedUp.has(place)))
      return addressLimitText(addressLimit);
    for (const place of added) own.add(place);
    return null;
  };
}

/** Returns the places ('<site>:<name>') that are addresses, in lower case. */
function addressesOf(places: readonly string[]): Set<string> {
  const addressed = new Set(addressedSites());
  return new Set(
    places.map((place) => place.toLowerCase()).filter((place) => addressed.has(partedPlace(place).site)),
  );
}
