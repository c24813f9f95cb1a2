import { api } from "@/browser/api";
import type { ChangePreviewResponse } from "@/contract/preview";
import { isRateLimited } from "@/browser/rate-limit";
import { readTwice } from "@/browser/read-twice";
import type { WatchView } from "@/contract/watch";
import { counted, formatCount } from "@/domain/text/counted";
import { notificationDays } from "@/domain/plans/retention";
import { partialText } from "@/domain/reading/site-texts";
import type { SearchCriteria } from "./matched-place";
import type { ForecastDraft } from "./use-forecast";
import { namedAs } from "./use-place-entries";

/** `before` and `after`: the searches that matched the dropped and the added samples. */
export type ChangePreview = ChangePreviewResponse & Record<"before" | "after", SearchCriteria>;

/** Loads the effect of a change on the watch's matches. `preview` is null if they couldn't be counted. */
export async function requestChange(
  watch: WatchView,
  { keyword, expression, filters, places }: ForecastDraft,
): Promise<{ preview: ChangePreview | null }> {
  const after = { keyword, expression, filters };
  const body = { ...after, places: places.map(namedAs) };
  try {
    const params = { id: watch._id };
    const response = await readTwice(() => api.call("previewChange", { params, body }));
    if (isRateLimited(response)) return { preview: null };
    const { added, dropped, unchanged, isPartial } = response;
    // A timeout can come before the first match.
    const isCounted = !isPartial || added + dropped + unchanged > 0;
    return { preview: isCounted ? { ...response, before: watch, after } : null };
  } catch {
    return { preview: null };
  }
}

/** The confirmation, if the change drops matches or they couldn't be counted. */
export function changeText({ preview }: { preview: ChangePreview | null }): string[] {
  if (preview === null)
    return [`We couldn't count the matches of the last ${notificationDays} days. You can still save.`];
  const { added, dropped, unchanged, isPartial } = preview;
  if (dropped === 0) return [];
  const text = `This change drops ${counted(dropped, "match", "matches")} of the last ${notificationDays} days, adds ${formatCount(added)} and leaves ${formatCount(unchanged)} unchanged. Notifications in your inbox stay where they are.`;
  return [isPartial ? `${text} ${partialText}` : text];
}
