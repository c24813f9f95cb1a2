import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState, type BaseSyntheticEvent } from "react";
import { useForm, useFormState, useWatch } from "react-hook-form";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { counted } from "@/domain/text/counted";
import { watchLimitText } from "@/domain/plans/plan-texts";
import { useLimitWait } from "@/browser/use-limit-wait";
import type { CreatedWatchResponse, WatchView } from "@/contract/watch";
import { toast } from "@/ui/toast/store";
import type { StoredDraft } from "./stored-draft";
import { findOverlaps } from "./find-overlaps";
import { defaultPlaces, usePlaceFieldTexts, useSitesOn } from "./sites";
import { usePlaceEntries, isRefused, isSameList, namedAs, type PlaceEntry } from "./use-place-entries";
import { noForecastText, noisyConfirmation } from "./forecast-texts";
import type { NarrowingSuggestion } from "./narrowing-suggestions";
import { useExpression } from "./use-expression";
import { useForecast, type ForecastDraft } from "./use-forecast";
import { changeText, requestChange, type ChangePreview } from "./request-change";
import { useWatchWords } from "./use-watch-words";
import {
  changedFields,
  getFields,
  watchFields,
  type WatchFields,
  type WatchFieldsInput,
} from "./watch-fields";
import { isLimitError, overlapText, saveErrorText, upgradeText } from "./watch-texts";
import { isSameWatch } from "./watch-overlap";

const successMs = 1_500;

export interface SaveResult {
  look: "ok" | "bad" | "accent";
  text: string;
  /** True for a confirmation, which a second submit accepts. */
  isConfirmation?: boolean;
}

/** A successful save. The form then edits `watch`, if the user has made more changes. */
interface Saved {
  before: WatchView | null;
  watch: WatchView;
  /** The values sent, which are the new defaults. */
  fields: WatchFieldsInput;
  places: readonly PlaceEntry[];
}

export function useWatchForm(
  opened: WatchView | null,
  isPro: boolean,
  retained: StoredDraft | null,
  isOpen: boolean,
  on: { saved: (watch: WatchView) => void; done: () => void; upgrade: (text: string) => void },
) {
  const [saved, setSaved] = useState<Saved | null>(null);
  const watch = saved?.watch ?? opened;
  const [openedFields] = useState(() => getFields(opened));
  const form = useForm<WatchFieldsInput, unknown, WatchFields>({
    resolver: zodResolver(watchFields),
    defaultValues: openedFields,
    // Keep the default values, which decide whether the form has changed.
    ...(retained === null ? {} : { values: retained.fields, resetOptions: { keepDefaultValues: true } }),
  });
  const sitesOn = useSitesOn();
  const fieldTexts = usePlaceFieldTexts();
  const storedPlaces = saved?.places ?? opened?.places ?? defaultPlaces(sitesOn);
  const list = usePlaceEntries(storedPlaces, retained?.places ?? null);
  const words = useWatchWords(watch, isPro, retained?.words ?? null);
  const [keyword, filters, notificationSettings] = useWatch({
    control: form.control,
    name: ["keyword", "filters", "notificationSettings"],
  });
  const places = list.entries.filter((entry) => !isRefused(entry) && entry.state !== "checking");
  const { dirtyFields } = useFormState({ control: form.control });
  const unsaved = [
    dirtyFields.keyword && "Keyword",
    list.isChanged && fieldTexts.label,
    (dirtyFields.filters || words.isChanged) && "Filters",
    (dirtyFields.tags || dirtyFields.notes) && "Tags and notes",
    (dirtyFields.notificationSettings || dirtyFields.mute) && "Alerts for this watch",
  ].filter((label) => typeof label === "string");
  const {
    expression,
    refusal,
    message: outcome,
    latest,
  } = useExpression({ words, keyword, filters, places });
  const isTryable = watchFields.shape.keyword.safeParse(keyword).success && places.length > 0;
  const blocked = noForecastText({ keyword, filters, hasPlaces: list.entries.length > 0 });
  const draft: ForecastDraft | null =
    isTryable && refusal === null && blocked === null
      ? { keyword: keyword.trim(), expression, filters, places }
      : null;
  const forecast = useForecast(draft);
  const [result, setResult] = useState<SaveResult | null>(null);
  const search = JSON.stringify({ keyword: keyword.trim(), expression, filters });
  /** The confirmation already shown, and its search. Don't show it again until the search changes. */
  const [requested, setRequested] = useState<{
    text: string;
    search: string;
    entries: readonly PlaceEntry[];
  } | null>(null);
  const isRequested = (entries: readonly PlaceEntry[]) =>
    requested?.entries === entries && requested.search === search;
  const [change, setChange] = useState<ChangePreview | null>(null);
  const [listError, setListError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const limit = useLimitWait();
  const finish = useEffectEvent(() => {
    if (isPending) return;
    if (unsaved.length > 0) setResult(null);
    else on.done();
  });
  useEffect(() => {
    if (!isOpen || saved === null) return;
    const timer = setTimeout(() => finish(), successMs);
    return () => clearTimeout(timer);
  }, [isOpen, saved]);
  /** True once the dialog has closed. A save that is still being prepared is then canceled. */
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = !isOpen;
    return () => {
      isOver.current = true;
    };
  }, [isOpen]);

  const confirmationsFor = async (
    fields: Omit<WatchFields, "mute" | "lookBack">,
    entries: readonly PlaceEntry[],
  ): Promise<string[]> => {
    const wanted = { ...fields, expression, places: entries };
    const isSame = watch !== null && isSameWatch(wanted, watch);
    const [overlaps, found, changed] = await Promise.all([
      findOverlaps(wanted, watch),
      isSame ? null : forecast.request(wanted),
      isSame || watch === null ? null : requestChange(watch, wanted),
    ]);
    setChange(changed?.preview ?? null);
    return [
      ...(changed === null ? [] : changeText(changed)),
      ...(overlaps.length > 0 ? [overlapText(overlaps, entries.length)] : []),
      ...(found?.asksFirst === true ? [noisyConfirmation(found)] : []),
    ];
  };
  const save = async ({ mute, lookBack, ...fields }: WatchFields) => {
    const sent = structuredClone(form.getValues());
    const entries = await list.whenChecked();
    if (isOver.current) return;
    if (entries.length === 0) return setListError(fieldTexts.none);
    if (entries.some(isRefused)) return setListError("Fix the entries marked in red before saving");
    if (refusal !== null) return setResult({ look: "bad", text: refusal });
    const queries = isRequested(entries) ? [] : await confirmationsFor(fields, entries);
    if (isOver.current) return;
    if (queries.length > 0) return setRequested({ text: queries.join(" "), search, entries });
    const named = entries.map(namedAs);
    const changed = changedFields(saved?.fields ?? openedFields, { ...fields, mute });
    const isExpressionChanged = words.isChanged || changed.keyword !== undefined;
    const response = await (watch === null
      ? api.call("createWatch", { body: { ...fields, expression, places: named, lookBack } })
      : api.call("updateWatch", {
          params: { id: watch._id },
          body: {
            ...changed,
            ...(isExpressionChanged && { expression }),
            ...(!isSameList(entries, storedPlaces) && { places: named }),
          },
        }));
    if (isRateLimited(response)) return limit.meet(response);
    const { lookBack: past }: CreatedWatchResponse = response;
    if (past?.isPartial) warnOfPartialLookBack(past);
    setResult({ look: "ok", text: `Keyword ${watch === null ? "added" : "updated"} successfully!` });
    // Only later changes count as unsaved. Keep them, and the focus.
    form.reset(sent, { keepValues: true, keepDefaultValues: false, keepFieldsRef: true });
    words.markSaved();
    setSaved({ before: watch, watch: response.watch, fields: sent, places: entries });
    on.saved(response.watch);
  };
  const send = async (fields: WatchFields) => {
    if (isPending || result?.look === "ok" || limit.wait !== null) return;
    setPending(true);
    setResult(null);
    setListError(undefined);
    try {
      await save(fields);
    } catch (error) {
      if (isOver.current) return;
      const isLimit = isLimitError(error);
      setResult({ look: "bad", text: isLimit ? watchLimitText : saveErrorText(error) });
      if (isLimit) on.upgrade(watchLimitText);
      else if (isProError(error)) on.upgrade(upgradeText);
    }
    setPending(false);
  };
  const clear = () => {
    setResult(null);
    setRequested(null);
    setChange(null);
    setListError(undefined);
  };
  const submit = (event: BaseSyntheticEvent) => void form.handleSubmit(send)(event);
  // Drop the confirmation if the search has changed since. Some changes of chips cause no event.
  const query: SaveResult | null =
    requested !== null && isRequested(list.entries)
      ? { look: "accent", text: requested.text, isConfirmation: true }
      : null;
  return {
    form,
    list,
    listError,
    words,
    keyword,
    message: outcome,
    latest,
    refusal,
    forecast,
    blocked,
    alerts: notificationSettings,
    /** Labels of the changes that closing the form would discard. */
    unsaved,
    /** The watch that the next save updates. Stays unchanged while the success message is shown. */
    edited: saved !== null && result?.look === "ok" ? saved.before : watch,
    result: result ?? query,
    /** How the change affects the matches, while its confirmation is shown. */
    change: result === null && query !== null ? change : null,
    isPending,
    wait: limit.wait,
    clear,
    submit,
    applySuggestion: ({ kind, words: chosen }: NarrowingSuggestion) => {
      clear();
      const isDirty = { shouldDirty: true };
      if (kind === "whole-words") form.setValue("filters.wholeWordOnly", true, isDirty);
      else if (kind === "titles") form.setValue("filters.matchTitlesOnly", true, isDirty);
      else if (kind === "keyword") form.setValue("keyword", chosen.join(" "), isDirty);
      else words.leaveOut(chosen);
    },
  };
}

function isProError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "PRO_REQUIRED";
}

/** In a toast, because the dialog closes. */
function warnOfPartialLookBack({ recorded }: { recorded: number }) {
  const text = `The keyword is active. We added ${counted(recorded, "earlier match", "earlier matches")}.`;
  toast({ type: "error", title: "Not all earlier matches were added", text });
}
