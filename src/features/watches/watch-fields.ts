import {
  defaultFilters,
  defaultNotificationSettings,
  watchDraft,
  watchPatch,
  type WatchView,
} from "@/contract/watch";
import { isMuted } from "@/domain/muted";
import { notMuted } from "@/ui/mute-select";
import * as z from "@/contract/zod";

const { keyword, notes } = watchDraft.shape;

/** What the watch form holds beside its places, which are checked one by one; tags as typed, with commas. */
export const watchFields = z.object({
  keyword,
  notes: notes.unwrap(),
  tags: z
    .string()
    .transform(splitTags)
    .refine((list) => list.every((tag) => tag.length <= 30), "A tag must be at most 30 characters")
    .refine((list) => list.length <= 20, "At most 20 tags"),
  filters: z
    .object({
      includePosts: z.boolean(),
      includeComments: z.boolean(),
      matchTitlesOnly: z.boolean(),
      caseSensitive: z.boolean(),
      wholeWordOnly: z.boolean(),
    })
    .refine((filters) => filters.includePosts || filters.includeComments, {
      error: "Select posts, comments or both",
    }),
  notificationSettings: watchPatch.shape.notificationSettings.unwrap().required(),
  /** As its select has it. */
  mute: z.string(),
});
export type WatchFieldsInput = z.input<typeof watchFields>;
export type WatchFields = z.output<typeof watchFields>;

/** The names in a comma-separated text, each once. */
function splitTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** A new watch looks for whole words: what most people mean, and what brings the least noise. */
const newFilters = { ...defaultFilters, wholeWordOnly: true };
/** What the select for a mute shows at first: one that is over is none. */
function currentMute(watch: WatchView | null): string {
  const until = watch?.mutedUntil ?? null;
  return until !== null && isMuted(until, new Date()) ? until : notMuted;
}

/** What is sent of the mute: nothing, unless another was chosen. */
export function changedMute(watch: WatchView, mute: string): { mutedUntil?: string | null } {
  if (mute === currentMute(watch)) return {};
  return { mutedUntil: mute === notMuted ? null : mute };
}

/** A new watch's values, or those of the watch being edited. */
export function fieldsOf(watch: WatchView | null): WatchFieldsInput {
  return {
    keyword: watch?.keyword ?? "",
    notes: watch?.notes ?? "",
    tags: watch?.tags.join(", ") ?? "",
    filters: watch?.filters ?? newFilters,
    notificationSettings: watch?.notificationSettings ?? defaultNotificationSettings,
    mute: currentMute(watch),
  };
}
