import { blobVersion } from "@/domain/matching/blob";
import type { InChunks } from "@/domain/matching/compiled";
import { type Layer, layerOfBlob } from "@/domain/matching/layer";
import { PackedDraft } from "@/domain/matching/packed-draft";
import { joinBlobs, splitBlobs } from "@/domain/matching/site-blobs";
import { namesOn } from "@/domain/reading/place";
import { pool, prisma } from "@/server/platform/database";
import {
  cacheCompiledWatches,
  pageRules,
  readCompiledWatches,
  readHorizon,
  type RulePage,
} from "@/server/recording/statements/watches";
import { inSlices } from "./in-slices";

/** All active watches compiled by site, as of the transactions before the horizon. */
export interface LoadedWatches {
  layers: ReadonlyMap<string, Layer>;
  horizon: string;
  builtAt: Date;
}

/** From this number of watches, loading the stored buffer is worth the cost of storing it. */
export const worthKeeping = 20_000;
const pageSize = 1_000;
const first = "00000000-0000-0000-0000-000000000000";

export async function loadWatches(sites: readonly string[], now: Date, since: Date): Promise<LoadedWatches> {
  return (await loadCached(sites, since)) ?? (await loadRows(sites, now));
}

async function loadCached(sites: readonly string[], since: Date): Promise<LoadedWatches | null> {
  const compiled = await readCompiledWatches(pool(), blobVersion, since);
  const layers = compiled && layersOf(compiled.bytes);
  // If a site is missing in the buffer, its watches are too.
  if (compiled === null || layers === null || sites.some((site) => !layers.has(site))) return null;
  return { layers, horizon: compiled.horizon, builtAt: compiled.builtAt };
}

function layersOf(joined: ArrayBuffer): Map<string, Layer> | null {
  const layers = new Map<string, Layer>();
  for (const [site, blob] of splitBlobs(joined) ?? []) {
    const layer = layerOfBlob(blob);
    if (layer === null) return null;
    layers.set(site, layer);
  }
  return layers;
}

/** Page by page with prefetching. Stores the result if there are enough watches. */
export async function loadRows(sites: readonly string[], now: Date): Promise<LoadedWatches> {
  const horizon = await readHorizon(pool());
  const count = await prisma().watch.count({ where: { isActive: true } });
  // Each has capacity for all watches. Unused pages take no memory.
  const drafts = new Map(sites.map((site) => [site, new PackedDraft(count)]));
  for (let next = pageRules(pool(), first, pageSize); ;) {
    const page = await next;
    const last = page.watchIds.at(-1);
    if (last === undefined) break;
    next = pageRules(pool(), last, pageSize);
    // Avoids an unhandled rejection if drafting fails first.
    next.catch(() => undefined);
    await inSlices(draftPage(drafts, page));
  }
  const blobs = new Map<string, ArrayBuffer>();
  for (const [site, draft] of drafts) blobs.set(site, await inSlices(draft.compile()));
  if (count >= worthKeeping) {
    const bytes = new Uint8Array(await inSlices(joinBlobs(blobs)));
    await cacheCompiledWatches(pool(), {
      version: blobVersion,
      horizon,
      watches: count,
      builtAt: now,
      bytes,
    });
  } else await prisma().compiledWatches.deleteMany({ where: { builtAt: { lt: now } } });
  const layers = new Map([...blobs].map(([site, blob]) => [site, layerOfBlob(blob)!]));
  return { layers, horizon, builtAt: now };
}

function* draftPage(drafts: ReadonlyMap<string, PackedDraft>, page: RulePage): InChunks<void> {
  for (const [at, watchId] of page.watchIds.entries()) {
    const filters = page.filters[at]!;
    const rule = {
      watchId,
      revision: page.revisions[at]!,
      activeSince: new Date(page.sinceSeconds[at]! * 1000),
      keyword: page.keywords[at]!,
      expression: page.expressions[at]!,
      includePosts: (filters & 1) !== 0,
      includeComments: (filters & 2) !== 0,
      matchTitlesOnly: (filters & 4) !== 0,
      caseSensitive: (filters & 8) !== 0,
      wholeWordOnly: (filters & 16) !== 0,
    };
    for (const [site, draft] of drafts) {
      const places = namesOn(site, page.places[at]!);
      if (places.length > 0) draft.add({ ...rule, places, authors: page.authors[at]?.[site] });
    }
    if (at % 256 === 255) yield;
  }
}
