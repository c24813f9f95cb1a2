import { blobVersion } from "@/domain/matching/blob";
import type { InPieces } from "@/domain/matching/compiled";
import { type Layer, layerOfBlob } from "@/domain/matching/layer";
import { PackedDraft } from "@/domain/matching/packed-draft";
import { namesOn } from "@/domain/place";
import { pool } from "@/server/platform/database";
import {
  dropCompiledWatches,
  findCompiledWatches,
  keepCompiledWatches,
  readCompiledWatches,
} from "@/server/recording/statements/compiled-watches";
import { countActiveWatches } from "@/server/recording/statements/count-active-watches";
import { readHorizon } from "@/server/recording/statements/list-rules";
import { pageRules, type RulePage } from "@/server/recording/statements/page-rules";
import { inSlices } from "./in-slices";

/** All active watches compiled, as of the transactions before the horizon. */
export interface LoadedWatches {
  layer: Layer;
  horizon: string;
  builtAt: Date;
}

/** From here on reading the buffer is quicker than compiling the watches, by more than keeping it costs. */
export const worthKeeping = 20_000;
const pageSize = 1_000;
const first = "00000000-0000-0000-0000-000000000000";

/** A site's watches from the buffer that is kept, if it was built after `since`; else from their rows. */
export async function loadWatches(site: string, now: Date, since: Date): Promise<LoadedWatches> {
  return (await loadKept(since)) ?? (await loadRows(site, now));
}

async function loadKept(since: Date): Promise<LoadedWatches | null> {
  const kept = await findCompiledWatches(pool(), blobVersion, await readHorizon(pool()));
  if (kept === null || kept.builtAt <= since) return null;
  const blob = await readCompiledWatches(pool(), kept);
  const layer = blob && layerOfBlob(blob);
  return layer && { layer, horizon: kept.horizon, builtAt: kept.builtAt };
}

/** Page by page, the next one being on its way while one is drafted, and keeps the result where that pays. */
export async function loadRows(site: string, now: Date): Promise<LoadedWatches> {
  const horizon = await readHorizon(pool());
  const draft = new PackedDraft(await countActiveWatches(pool()));
  for (let next = pageRules(pool(), first, pageSize); ;) {
    const page = await next;
    const last = page.watchIds.at(-1);
    if (last === undefined) break;
    next = pageRules(pool(), last, pageSize);
    // Waited for above; should the drafting fail first, nobody is left to hear of its own failure.
    next.catch(() => undefined);
    await inSlices(draftPage(draft, page, site));
  }
  const blob = await inSlices(draft.compile());
  const layer = layerOfBlob(blob)!;
  if (draft.length >= worthKeeping) {
    const bytes = new Uint8Array(blob);
    await keepCompiledWatches(pool(), {
      version: blobVersion,
      horizon,
      watches: draft.length,
      builtAt: now,
      bytes,
    });
  } else await dropCompiledWatches(pool(), now);
  return { layer, horizon, builtAt: now };
}

function* draftPage(draft: PackedDraft, page: RulePage, site: string): InPieces<void> {
  for (const [at, watchId] of page.watchIds.entries()) {
    const filters = page.filters[at]!;
    draft.add({
      watchId,
      revision: page.revisions[at]!,
      activeSince: new Date(page.sinceSeconds[at]! * 1000),
      keyword: page.keywords[at]!,
      places: namesOn(site, page.places[at]!),
      includePosts: (filters & 1) !== 0,
      includeComments: (filters & 2) !== 0,
      matchTitlesOnly: (filters & 4) !== 0,
      caseSensitive: (filters & 8) !== 0,
      wholeWordOnly: (filters & 16) !== 0,
    });
    if (at % 256 === 255) yield;
  }
}
