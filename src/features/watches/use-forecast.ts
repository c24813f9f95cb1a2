import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/browser/api";
import type { ChosenPlace } from "@/contract/place-entry";
import type { PreviewResponse } from "@/contract/preview";
import { isRateLimited } from "@/browser/rate-limit";
import { readTwice } from "@/browser/read-twice";
import { useLimitWait } from "@/browser/use-limit-wait";
import { namedAs } from "./use-place-entries";
import type { WatchFields } from "./watch-fields";
import { saveErrorText } from "./watch-texts";

export type Forecast = PreviewResponse["preview"];
export type ForecastDraft = Pick<WatchFields, "keyword" | "filters"> & {
  expression: string | null;
  places: readonly ChosenPlace[];
};

/** Shorter pauses of slow typists would exceed the rate limit. */
const pauseMs = 500;

const getBody = ({ keyword, expression, filters, places }: ForecastDraft) => ({
  ...{ keyword, expression, filters },
  places: places.map(namedAs),
});

/** The latest response wins; the previous forecast stays visible until then. Null skips. */
export function useForecast(draft: ForecastDraft | null) {
  const key = draft === null ? null : JSON.stringify(getBody(draft));
  const [shown, setShown] = useState<{ key: string; draft: ForecastDraft; forecast: Forecast } | null>(null);
  const [error, setError] = useState<{ key: string; text: string } | null>(null);
  const { wait, meet } = useLimitWait();
  const pending = useRef<{
    key: string;
    response: Promise<Forecast | null>;
    abort: AbortController;
  } | null>(null);

  const request = (of: ForecastDraft): Promise<Forecast | null> => {
    const body = getBody(of);
    const mine = JSON.stringify(body);
    if (pending.current?.key === mine) return pending.current.response;
    pending.current?.abort.abort();
    const abort = new AbortController();
    const isLast = () => pending.current?.abort === abort;
    const find = async (): Promise<Forecast | null> => {
      try {
        const { signal } = abort;
        const response = await readTwice(() => api.call("previewWatch", { body }, { signal }));
        if (!isLast()) return null;
        if (!isRateLimited(response)) {
          setShown({ key: mine, draft: of, forecast: response.preview });
          setError(null);
          return response.preview;
        }
        meet(response);
      } catch (failure) {
        if (!isLast()) return null;
        setError({ key: mine, text: saveErrorText(failure) });
      }
      // Allow retrying.
      pending.current = null;
      return null;
    };
    const response = find();
    pending.current = { key: mine, response, abort };
    return response;
  };
  const latest = useRef({ request, draft });
  useEffect(() => {
    latest.current = { request, draft };
  });
  const tryNow = useCallback(() => {
    const now = latest.current;
    if (now.draft !== null) void now.request(now.draft);
  }, []);
  useEffect(() => {
    if (key === null || wait !== null) return;
    const timer = setTimeout(tryNow, pauseMs);
    return () => clearTimeout(timer);
  }, [key, wait, tryNow]);
  useEffect(() => () => pending.current?.abort.abort(), []);

  return {
    shown,
    isStale: key !== null && shown?.key !== key && error?.key !== key && wait === null,
    error: key !== null && error?.key === key ? error.text : null,
    wait,
    request,
    tryNow,
  };
}

export type ForecastState = ReturnType<typeof useForecast>;
