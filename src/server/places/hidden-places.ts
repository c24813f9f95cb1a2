import * as z from "zod";
import { hiddenName, isHiddenName } from "@/domain/reading/hidden-name";
import { partedPlace } from "@/domain/reading/place";
import { isUrl } from "@/domain/text/url";
import { sites } from "@/sites/registry";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { rows } from "@/server/platform/rows";
import { lookupHashes, encrypt, decrypt } from "@/server/platform/encryption";

// Feed URLs are secrets, only in "PlaceAddress", encrypted. All else uses hidden names
// (domain/reading/hidden-name.ts); requests, views and reads translate.

/** Maps places in requests to places with hidden names, both as '<site>:<name>'. */
type Renamed = ReadonlyMap<string, string>;

const nameRow = z.object({ addressHash: z.string(), name: z.string() });

/** True if the site's place names are secret URLs, which are stored under hidden names. */
export function hidesNames(site: string): boolean {
  return Object.hasOwn(sites, site) && sites[site]!.hidesNames === true;
}

/** A hidden name counts as a URL too, because guessing a name must not open another user's URL. */
function isAddress(place: string): boolean {
  const { site, name } = partedPlace(place);
  return hidesNames(site) && isUrl(name);
}

/** All possible hashes of a stored URL. The first is for new rows. */
export function addressHashes(address: string): string[] {
  return lookupHashes(`place ${address}`);
}

/**
 * Replaces URLs in `places` by hidden names, creating missing ones. Locks the names until the transaction
 * ends, so they can't be deleted before the watch is stored. Places in `hidden` are already hidden names.
 */
export async function hidePlaces(
  tx: Queryable,
  places: readonly string[],
  { now, hidden = [] }: { now: Date; hidden?: readonly string[] },
): Promise<string[]> {
  const renamed = new Map<string, string>();
  for (const [site, addresses] of bySite(places.filter((place) => !hidden.includes(place)))) {
    const known = await touchNames(tx, site, addresses, now);
    const missing = addresses.filter((address) => !known.has(address));
    const created = missing.length === 0 ? [] : await insertNames(tx, site, missing, now);
    for (const [address, name] of [...known, ...created])
      renamed.set(`${site}:${address}`, `${site}:${name}`);
  }
  return places.map((place) => renamed.get(place) ?? place);
}

/** Like `hidePlaces` without creating names. An unknown URL gets a name without results. */
export async function knownPlaces(places: readonly string[]): Promise<string[]> {
  const known = await findPlaces(places);
  const withUnusedName = (place: string) => {
    const { site, name } = partedPlace(place);
    return `${site}:${hiddenName(name, newId())}`;
  };
  return places.map((place) => known.get(place) ?? (isAddress(place) ? withUnusedName(place) : place));
}

export async function findPlaces(places: readonly string[]): Promise<Renamed> {
  const renamed = new Map<string, string>();
  for (const [site, addresses] of bySite(places)) {
    const byHash = byPossibleHash(addresses);
    const where = { site, addressHash: { in: [...byHash.keys()] } };
    const select = { addressHash: true, name: true };
    for (const { addressHash, name } of await prisma().placeAddress.findMany({ where, select }))
      renamed.set(`${site}:${byHash.get(addressHash)!}`, `${site}:${name}`);
  }
  return renamed;
}

function bySite(places: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { site, name } of [...new Set(places)].filter(isAddress).map(partedPlace))
    found.set(site, [...(found.get(site) ?? []), name]);
  return found;
}

function byPossibleHash(addresses: readonly string[]): Map<string, string> {
  return new Map(addresses.flatMap((address) => addressHashes(address).map((hash) => [hash, address])));
}

async function touchNames(tx: Queryable, site: string, addresses: readonly string[], now: Date) {
  const byHash = byPossibleHash(addresses);
  const found = await rows(
    tx,
    nameRow,
    sql`WITH stored AS (
       SELECT "id" FROM "PlaceAddress" WHERE "site" = ${site} AND "addressHash" = ANY(${[...byHash.keys()]})
       ORDER BY "id" FOR UPDATE
     )
     UPDATE "PlaceAddress" a SET "usedAt" = ${now} FROM stored WHERE a."id" = stored."id"
     RETURNING a."addressHash", a."name"`,
  );
  return new Map(found.map(({ addressHash, name }) => [byHash.get(addressHash)!, name]));
}

/** Inserts in the order of the hashes, to avoid deadlocks between requests with the same URLs. */
async function insertNames(tx: Queryable, site: string, addresses: readonly string[], now: Date) {
  const data = addresses.map((address) => {
    const id = newId();
    const encrypted = { encryptedAddress: encrypt(address, id), addressHash: addressHashes(address)[0]! };
    return { id, site, name: hiddenName(address, id), ...encrypted, usedAt: now };
  });
  data.sort((one, other) => (one.addressHash < other.addressHash ? -1 : 1));
  await prisma().placeAddress.createMany({ data, skipDuplicates: true });
  // A parallel request might have created some of them.
  return touchNames(tx, site, addresses, now);
}

/** Returns the URLs behind a site's hidden names. Skips deleted URLs and URLs without a valid key. */
export async function findAddresses(site: string, names: readonly string[]): Promise<Map<string, string>> {
  const hidden = names.filter(isHiddenName);
  if (hidden.length === 0) return new Map();
  const found = await prisma().placeAddress.findMany({
    where: { site, name: { in: hidden } },
    select: { id: true, name: true, encryptedAddress: true },
  });
  return new Map(
    found.flatMap(({ id, name, encryptedAddress }) => {
      const address = decrypt(encryptedAddress, id);
      return address === null ? [] : [[name, address]];
    }),
  );
}

export async function revealPlaces(places: readonly string[]): Promise<string[]> {
  const revealed = new Map<string, string>();
  for (const [site, names] of bySite(places))
    for (const [name, address] of await findAddresses(site, names))
      revealed.set(`${site}:${name}`, `${site}:${address}`);
  return places.map((place) => revealed.get(place) ?? place);
}
