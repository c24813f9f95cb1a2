import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState, type BaseSyntheticEvent } from "react";
import { useForm } from "react-hook-form";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
import { watchLimitText } from "@/domain/plan-texts";
import { useLimitWait } from "@/contract/use-limit-wait";
import type { WatchView } from "@/contract/watch";
import type { PreviewDraft } from "./preview-disclosure";
import { findOverlaps } from "./find-overlaps";
import { defaultPlaces, usePlaceFieldTexts, useSitesOn } from "./sites";
import { usePlaceEntries, isRefused, namedAs, type PlaceEntry } from "./use-place-entries";
import { fieldsOf, watchFields, type WatchFields, type WatchFieldsInput } from "./watch-fields";
import { isLimitError, overlapText, saveErrorText, upgradeText } from "./watch-texts";

/** How long the good news stands before the dialog closes. */
const successMs = 1_500;

export interface SaveResult {
  look: "ok" | "bad" | "accent";
  text: string;
  /** True for a question, which a second submit answers with yes. */
  isQuestion?: boolean;
}

/** A watch being made (null) or edited: its fields, its places, and what became of saving it. */
export function useWatchForm(
  watch: WatchView | null,
  on: { saved: () => void; done: () => void; upgrade: (text: string) => void },
) {
  const form = useForm<WatchFieldsInput, unknown, WatchFields>({
    resolver: zodResolver(watchFields),
    defaultValues: fieldsOf(watch),
  });
  const sitesOn = useSitesOn();
  const fieldTexts = usePlaceFieldTexts();
  const list = usePlaceEntries(watch === null ? defaultPlaces(sitesOn) : watch.places);
  const [result, setResult] = useState<SaveResult | null>(null);
  /** What was said of other watches, and of which places; until something is edited nobody is asked again. */
  const [asked, setAsked] = useState<{ text: string; entries: readonly PlaceEntry[] } | null>(null);
  const [listError, setListError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const limit = useLimitWait();
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const save = async (fields: WatchFields) => {
    const entries = await list.whenChecked();
    if (entries.length === 0) return setListError(fieldTexts.none);
    if (entries.some(isRefused)) return setListError("Remove what is marked red before saving");
    const overlaps =
      asked?.entries === entries ? [] : await findOverlaps({ ...fields, places: entries }, watch);
    if (overlaps.length > 0) return setAsked({ text: overlapText(overlaps, entries.length), entries });
    const body = { ...fields, places: entries.map(namedAs) };
    const answer = await (watch === null
      ? api.call("createWatch", { body })
      : api.call("updateWatch", { params: { id: watch._id }, body }));
    // What was typed stays.
    if (isRateLimited(answer)) return limit.meet(answer);
    setResult({ look: "ok", text: `Keyword ${watch === null ? "added" : "updated"} successfully!` });
    on.saved();
    closing.current = setTimeout(on.done, successMs);
  };
  const send = async (fields: WatchFields) => {
    if (isPending || result?.look === "ok" || limit.wait !== null) return;
    setPending(true);
    setResult(null);
    setListError(undefined);
    try {
      await save(fields);
    } catch (error) {
      const isLimit = isLimitError(error);
      setResult({ look: "bad", text: isLimit ? watchLimitText : saveErrorText(error) });
      if (isLimit) on.upgrade(watchLimitText);
      else if (isProError(error)) on.upgrade(upgradeText);
    } finally {
      setPending(false);
    }
  };
  const clear = () => {
    setResult(null);
    setAsked(null);
    setListError(undefined);
  };
  /** What is typed so far, as far as it decides what matches; null where a field is wrong, which then says so. */
  const readDraft = async (): Promise<PreviewDraft | null> => {
    const entries = (await list.whenChecked()).filter((entry) => !isRefused(entry));
    const fields = watchFields.safeParse(form.getValues());
    if (!fields.success || entries.length === 0) {
      await form.trigger(undefined, { shouldFocus: true });
      if (entries.length === 0) setListError(fieldTexts.none);
      return null;
    }
    const { keyword, filters, notificationSettings } = fields.data;
    return { keyword, filters, notificationSettings, places: entries };
  };
  const submit = (event: BaseSyntheticEvent) => void form.handleSubmit(send)(event);
  // A question about places that were changed since is none any more.
  const question: SaveResult | null =
    asked?.entries === list.entries ? { look: "accent", text: asked.text, isQuestion: true } : null;
  return {
    form,
    list,
    listError,
    result: result ?? question,
    isPending,
    wait: limit.wait,
    clear,
    readDraft,
    submit,
  };
}

function isProError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "PRO_REQUIRED";
}
