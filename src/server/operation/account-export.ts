import * as z from "zod";
import { pool } from "@/server/platform/database";
import { fileResponse } from "@/server/platform/file-response";
import { hidesNames } from "@/server/places/hidden-places";
import { learnTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { maskedAddress } from "@/server/accounts/destination-views";
import { applyPendingUpdates } from "@/server/mentions/pending-updates";
import {
  exportKinds,
  listExportRows,
  type ExportKind,
  type ExportAfter,
  type ExportRow,
} from "./statements/export-rows";

/** Rows per page. An item's text has up to 40,000 characters. */
const rowsAtOnce = 200;

/** Tombstones are small and have no index in this order, so use fewer, larger pages. */
const tombstonesAtOnce = 5000;

const start: ExportAfter = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

export function exportAccount(userId: string, now: Date): Response {
  return fileResponse(exportText(userId, now), { name: "earshot-export.json", type: "application/json" });
}

async function* exportText(userId: string, now: Date): AsyncGenerator<string, void, void> {
  yield `{"exportedAt":${JSON.stringify(now)}`;
  for (const what of exportKinds) {
    yield `,\n"${what}":[`;
    let separator = "";
    for await (const page of getPages(what, userId)) {
      yield separator + page.join(",\n");
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

async function* getPages(what: ExportKind, userId: string): AsyncGenerator<string[], void, void> {
  const max = what === "deletedNotifications" ? tombstonesAtOnce : rowsAtOnce;
  // Apply pending bulk changes first, so the export doesn't contain stale statuses.
  if (what === "notifications") await applyPendingUpdates(userId, () => true);
  let after = start;
  for (let isLast = false; !isLast;) {
    const rows = await listExportRows(pool(), what, { userId, after, max });
    const last = rows.at(-1);
    if (last === undefined) return;
    await learnTitles(rows.flatMap(placesIn).map(({ site, name }) => `${site}:${name}`));
    yield rows.map((row) => JSON.stringify(exportedRow(withAddresses(row))));
    after = { at: last.at, id: last._id };
    isLast = rows.length < max;
  }
}

/** Masks addresses, because anyone who knows an endpoint can send to it. */
function exportedRow({ encryptedAddress, ...row }: ExportRow): object {
  const endpoint =
    typeof encryptedAddress === "string" ? maskedAddress({ id: row._id, encryptedAddress }) : undefined;
  return Object.assign(row, { at: undefined, endpoint });
}

const placed = z.object({
  places: z.array(z.object({ site: z.string(), name: z.string() })).optional(),
  site: z.string().optional(),
  place: z.string().optional(),
  filters: z.looseObject({ site: z.string().optional(), place: z.string().optional() }).optional(),
});

function placesIn(row: ExportRow): { site: string; name: string }[] {
  const { places = [], filters, ...own } = placed.parse(row);
  const single = [own, filters].flatMap((one) =>
    one?.site === undefined || one.place === undefined ? [] : [{ site: one.site, name: one.place }],
  );
  return [...places, ...single].filter(({ site }) => hidesNames(site));
}

/** The user's file contains their secret URLs instead of hidden names. */
function withAddresses(row: ExportRow): ExportRow {
  if (placesIn(row).length === 0) return row;
  const { places, site, place, filters } = placed.parse(row);
  const nameOf = (one: { site: string; name: string }) => placeView(one.site, one.name).name;
  const own = site !== undefined && place !== undefined ? nameOf({ site, name: place }) : undefined;
  const viewed =
    filters?.site !== undefined && filters.place !== undefined
      ? { ...filters, place: nameOf({ site: filters.site, name: filters.place }) }
      : undefined;
  return {
    ...row,
    ...(places && { places: places.map((one) => ({ ...one, name: nameOf(one) })) }),
    ...(own !== undefined && { place: own, subreddit: own }),
    ...(viewed && { filters: viewed }),
  };
}
