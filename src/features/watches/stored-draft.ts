import { useEffect, useEffectEvent } from "react";
import { isSignedIn, storedDraftName, sessionOwner } from "@/browser/tokens";
import type { WatchView } from "@/contract/watch";
import * as z from "@/contract/zod";
import type { WatchWords } from "@/domain/query/watch-words";
import type { PlaceDraft } from "./use-place-entries";
import { watchFields } from "./watch-fields";

const list = z.array(z.string());
const words = list.readonly();
const place = z.object({ site: z.string(), name: z.string(), label: z.string() });
const storedDraft = z.object({
  owner: z.string(),
  /** Null for a new watch. */
  watchId: z.string().nullable(),
  storedAt: z.number(),
  fields: z.object({
    keyword: z.string(),
    notes: z.string(),
    tags: z.string(),
    mute: z.string(),
    filters: z.object({
      ...{ includePosts: z.boolean(), includeComments: z.boolean(), matchTitlesOnly: z.boolean() },
      ...{ caseSensitive: z.boolean(), wholeWordOnly: z.boolean() },
    }),
    notificationSettings: watchFields.shape.notificationSettings,
  }),
  places: z.object({ text: z.string(), entries: z.array(place) }),
  words: z.object({
    chips: z.object({
      ...{ also: words, must: words, mustNot: words },
      ...{ authors: words, notAuthors: words, flair: words },
    }),
    text: z.string().nullable(),
  }),
});
export type StoredDraft = Omit<z.infer<typeof storedDraft>, "owner" | "keptAt" | "watchId">;

const retentionMs = 12 * 60 * 60 * 1_000;

/** Returns the draft saved in this tab for this watch (null: a new one), or null if there is none. */
export function readDraft(watch: WatchView | null): StoredDraft | null {
  // Dialogs opened by URL are also rendered on the server.
  const stored = typeof window === "undefined" ? null : sessionStorage.getItem(storedDraftName);
  if (stored === null) return null;
  const { data } = storedDraft.safeParse(parsed(stored));
  const isFresh = data !== undefined && Date.now() - data.storedAt < retentionMs;
  if (!isFresh || data.owner !== sessionOwner()) {
    dropDraft();
    return null;
  }
  return data.watchId === (watch?._id ?? null) ? data : null;
}

interface EditedWatch {
  watch: WatchView | null;
  fields: () => StoredDraft["fields"];
  places: PlaceDraft;
  words: WatchWords;
}

function keepDraft({ watch, fields, places: { text, entries }, words }: EditedWatch): void {
  // The page is unloading because the session ended, here or in another tab.
  if (!isSignedIn()) return;
  const draft: z.input<typeof storedDraft> = {
    ...{ owner: sessionOwner(), watchId: watch?._id ?? null, storedAt: Date.now() },
    fields: fields(),
    places: { text, entries: entries.map(({ site, name, label }) => ({ site, name, label })) },
    words,
  };
  try {
    sessionStorage.setItem(storedDraftName, JSON.stringify(draft));
  } catch {
    // Storage is disabled or full: no draft will be restored.
  }
}

/** Saves the draft when the page unloads or hides, or a leave confirmation is open. Null: no changes. */
export function useStoredDraft(edited: EditedWatch | null, isRequested: boolean): void {
  const keep = useEffectEvent(() => {
    if (edited !== null) keepDraft(edited);
  });
  useEffect(() => {
    if (isRequested) keep();
  }, [isRequested]);
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && keep();
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", hide);
    };
  }, []);
}

export function dropDraft(): void {
  sessionStorage.removeItem(storedDraftName);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
