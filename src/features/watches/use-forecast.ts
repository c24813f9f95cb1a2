import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/contract/browser";
import type { ChosenPlace } from "@/contract/place-entry";
import type { PreviewResponse } from "@/contract/preview";
import { isRateLimited } from "@/contract/rate-limit";
import { useLimitWait } from "@/contract/use-limit-wait";
import { namedAs } from "./use-place-entries";
import type { WatchFields } from "./watch-fields";
import { saveErrorText } from "./watch-texts";

export type Forecast = PreviewResponse["preview"];
/** What is tried: all that decides what matches. */
export type ForecastDraft = Pick<WatchFields, "keyword" | "filters" | "notificationSettings"> & {
  expression: string | null;
  places: readonly ChosenPlace[];
};

/** So long nothing is typed before it is tried. */
const pauseMs = 300;

/** Of a draft that has more than that, such as notes, what decides. */
const bodyOf = ({ keyword, expression, filters, notificationSettings, places }: ForecastDraft) => ({
  ...{ keyword, expression, filters, notificationSettings },
  places: places.map(namedAs),
});

/**
 * What the draft would have matched of what was read lately, as it is now: the last answer wins, and what was shown before
 * stays until then. Null: there is nothing to try.
 */
export function useForecast(draft: ForecastDraft | null) {
  const key = draft === null ? null : JSON.stringify(bodyOf(draft));
  const [shown, setShown] = useState<{ key: string; draft: ForecastDraft; forecast: Forecast } | null>(null);
  const [error, setError] = useState<{ key: string; text: string } | null>(null);
  const { wait, meet } = useLimitWait();
  const asked = useRef<{ key: string; answer: Promise<Forecast | null>; abort: AbortController } | null>(
    null,
  );

  /** What is known of a draft or will be; null where that can't be found out now. */
  const ask = (of: ForecastDraft): Promise<Forecast | null> => {
    const body = bodyOf(of);
    const mine = JSON.stringify(body);
    if (asked.current?.key === mine) return asked.current.answer;
    asked.current?.abort.abort();
    const abort = new AbortController();
    const isLast = () => asked.current?.abort === abort;
    const find = async (): Promise<Forecast | null> => {
      try {
        const answer = await api.call("previewWatch", { body }, { signal: abort.signal });
        if (!isLast()) return null;
        if (!isRateLimited(answer)) {
          setShown({ key: mine, draft: of, forecast: answer.preview });
          setError(null);
          return answer.preview;
        }
        meet(answer);
      } catch (failure) {
        if (!isLast()) return null;
        setError({ key: mine, text: saveErrorText(failure) });
      }
      // It may be asked again.
      asked.current = null;
      return null;
    };
    const answer = find();
    asked.current = { key: mine, answer, abort };
    return answer;
  };
  const latest = useRef({ ask, draft });
  useEffect(() => {
    latest.current = { ask, draft };
  });
  const tryNow = useCallback(() => {
    const now = latest.current;
    if (now.draft !== null) void now.ask(now.draft);
  }, []);
  useEffect(() => {
    if (key === null || wait !== null) return;
    const timer = setTimeout(tryNow, pauseMs);
    return () => clearTimeout(timer);
  }, [key, wait, tryNow]);
  useEffect(() => () => asked.current?.abort.abort(), []);

  return {
    shown,
    /** What is shown is of another draft than that of now. */
    isStale: key !== null && shown?.key !== key && error?.key !== key && wait === null,
    error: key !== null && error?.key === key ? error.text : null,
    wait,
    ask,
    tryNow,
  };
}

export type ForecastState = ReturnType<typeof useForecast>;
