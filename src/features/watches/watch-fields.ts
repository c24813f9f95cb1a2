import {
  defaultFilters,
  defaultNotificationSettings,
  watchDraft,
  watchPatch,
  type WatchPatch,
  type WatchView,
} from "@/contract/watch";
import { isMuted } from "@/domain/delivery/muted";
import { notMuted } from "@/ui/mute-select";
import * as z from "@/contract/zod";

const { keyword, notes } = watchDraft.shape;

/** Fields except the places, which are checked individually. Tags are comma-separated text. */
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
  /** Only for new watches: also add the matches of the last two days. */
  lookBack: z.boolean().default(false),
  mute: z.string(),
});
export type WatchFieldsInput = z.input<typeof watchFields>;
export type WatchFields = z.output<typeof watchFields>;

function splitTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** New watches match whole words by default: usually intended, and with fewer false positives. */
const newFilters = { ...defaultFilters, wholeWordOnly: true };
/** An expired mute counts as none. */
function currentMute(watch: WatchView | null): string {
  const until = watch?.mutedUntil ?? null;
  return until !== null && isMuted(until, new Date()) ? until : notMuted;
}

/** The fields that differ from `before`. The others can have been changed elsewhere since. */
export function changedFields(
  before: WatchFieldsInput,
  { keyword, notes, tags, filters, notificationSettings, mute }: Omit<WatchFields, "lookBack">,
): WatchPatch {
  const [changedFilters, changedSettings] = [
    changedKeys(before.filters, filters),
    changedKeys(before.notificationSettings, notificationSettings),
  ];
  return {
    ...(keyword !== before.keyword.trim() && { keyword }),
    ...(notes !== before.notes && { notes }),
    // Tags from the API can contain commas. The dialog splits there.
    ...(tags.join() !== splitTags(before.tags).join() && { tags }),
    ...(Object.keys(changedFilters).length > 0 && { filters: changedFilters }),
    ...(Object.keys(changedSettings).length > 0 && { notificationSettings: changedSettings }),
    ...(mute !== before.mute && { mutedUntil: mute === notMuted ? null : mute }),
  };
}

function changedKeys<T extends object>(before: T, after: T): Partial<T> {
  const isChanged = (key: keyof T) => JSON.stringify(after[key]) !== JSON.stringify(before[key]);
  const keys = (Object.keys(after) as (keyof T)[]).filter(isChanged);
  return Object.fromEntries(keys.map((key) => [key, after[key]])) as Partial<T>;
}

const tagsText = (watch: WatchView | null) => watch?.tags.join(", ") ?? "";

export function getFields(watch: WatchView | null): WatchFieldsInput {
  return {
    keyword: watch?.keyword ?? "",
    notes: watch?.notes ?? "",
    tags: tagsText(watch),
    filters: watch?.filters ?? newFilters,
    notificationSettings: watch?.notificationSettings ?? defaultNotificationSettings,
    mute: currentMute(watch),
  };
}
