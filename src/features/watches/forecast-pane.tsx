import { useId } from "react";
import { getPlacesWord } from "@/contract/place";
import type { ExampleItem } from "@/contract/preview";
import { counted, formatCount } from "@/domain/text/counted";
import { partialText, previewTexts } from "@/domain/reading/site-texts";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { Spinner } from "@/ui/spinner";
import { WaitNotice } from "@/ui/wait-notice";
import { splitMatches } from "./matched-place";
import type { Forecast, ForecastDraft, ForecastState } from "./use-forecast";
import { ForecastBars } from "./forecast-bars";
import { NarrowingSuggestions, type NarrowingSuggestion } from "./narrowing-suggestions";
import { type NoForecast, perDayText, shareText, spanText } from "./forecast-texts";
import type { WatchFields } from "./watch-fields";

const shownExamples = 3;

export function ForecastPane({
  state,
  refusal,
  blocked,
  invalid,
  alerts,
  onApply,
}: {
  state: ForecastState;
  refusal: string | null;
  /** Explains the missing forecast. If set, the pane hides the previous forecast. */
  blocked: NoForecast | null;
  /** The number of places that the forecast leaves out. */
  invalid: number;
  alerts: WatchFields["notificationSettings"];
  onApply: (way: NarrowingSuggestion) => void;
}) {
  const { isStale, error, wait, tryNow } = state;
  const shown = blocked === null ? state.shown : null;
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="text-13 font-medium tracking-normal">
          {shown === null || refusal !== null ? "In the last two days" : spanText(shown.forecast.hours)}
        </h3>
        {isStale && refusal === null && <Spinner className="size-4" />}
      </div>
      <p role="status" className="sr-only">
        {shown !== null && !isStale && refusal === null && saidOf(shown.forecast)}
      </p>
      {refusal !== null ? (
        <Notice look="bad" isAlert={false}>
          <b>No forecast.</b> {refusal}
        </Notice>
      ) : blocked !== null ? (
        <Missing {...blocked} />
      ) : shown === null ? null : (
        <div aria-busy={isStale} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {invalid > 0 && (
            <Missing
              title={`Forecast for the ${counted(shown.draft.places.length, "valid place")}`}
              text={`Remove or fix the other ${invalid > 1 ? formatCount(invalid) : "one"} before saving.`}
            />
          )}
          <Shown draft={shown.draft} forecast={shown.forecast} alerts={alerts} onApply={onApply} />
        </div>
      )}
      <WaitNotice id={`${id}-wait`} wait={wait} />
      {error !== null && (
        <div className="grid justify-items-start gap-2">
          <Notice look="bad" isAlert={false}>
            {error}
          </Notice>
          <Button size="sm" onClick={tryNow}>
            Try Again
          </Button>
        </div>
      )}
    </section>
  );
}

function Missing({ title, text }: NoForecast) {
  return (
    <div
      role="status"
      className="grid gap-1 rounded-md border border-dashed border-line-strong px-4 py-3 text-ink-2"
    >
      <b className="font-semibold text-ink">{title}</b>
      {text}
    </div>
  );
}

function saidOf({ items, matched, isAbout, isPartial, hours }: Forecast): string {
  if (items === 0)
    return isPartial ? partialText : "No forecast yet: we haven't read anything from these places.";
  const summary = `${isAbout ? "About " : ""}${counted(matched, "match", "matches")} ${spanText(hours).toLowerCase()}.`;
  return isPartial ? `${summary} ${partialText}` : summary;
}

function Shown({
  draft,
  forecast,
  alerts,
  onApply,
}: {
  draft: ForecastDraft;
  forecast: Forecast;
  alerts: WatchFields["notificationSettings"];
  onApply: (way: NarrowingSuggestion) => void;
}) {
  const { items, hours, matched, isAbout, isPartial, isBroad, asksFirst, share, examples, problems } =
    forecast;
  const texts = previewTexts(getPlacesWord(draft.places));
  if (items === 0) return <p className="text-ink-2">{isPartial ? partialText : texts.nothingStored}</p>;
  const about = isAbout ? "about " : "";
  return (
    <>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="text-30 leading-none font-semibold tracking-[-0.03em]">
            {isAbout && "≈ "}
            {formatCount(matched)}
          </b>
          <span className="text-ink-2">
            {matched === 1 ? "match" : "matches"}
            {perDayText(matched, hours)}
          </span>
        </p>
        <p className="mt-1 text-13 text-ink-3">
          out of {about}
          {counted(items, "item")} {texts.readHere}
        </p>
        {isPartial && <p className="mt-1 text-13 text-ink-2">{partialText}</p>}
      </div>
      {matched > 0 && <ForecastBars forecast={forecast} />}
      <Notice look="warn">
        {asksFirst || isBroad ? (
          <>
            <b>{shareText(share)} of all posts read there.</b>{" "}
            {isBroad
              ? "This matches almost everything posted there. Try a longer phrase or whole words only."
              : "Try a longer phrase, or add a required word."}
          </>
        ) : null}
      </Notice>
      <Notice look="warn">
        {problems.length === 0
          ? null
          : problems.map(({ from, message }) => (
              <span key={`${from} ${message}`} className="block wrap-anywhere">
                {message}
              </span>
            ))}
      </Notice>
      <NarrowingSuggestions forecast={forecast} onTake={onApply} />
      {examples.length > 0 && (
        <div className="grid gap-3">
          <h3 className="text-13 font-medium tracking-normal">Sample matches</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {examples.slice(0, shownExamples).map((item) => (
              <li key={item.url}>
                <Example item={item} draft={draft} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {matched > 0 && <DeliveryFrequencies forecast={forecast} chosen={alerts} />}
    </>
  );
}

function Example({ item, draft }: { item: ExampleItem; draft: ForecastDraft }) {
  const { title, text } = splitMatches(item, draft);
  return (
    <article className="border-l border-accent-line pl-3.5">
      <p className="flex items-center gap-1.5 text-13 text-ink-3">
        <SiteIcon site={item.site} />
        <span className="min-w-0 truncate">
          {item.place.label} {item.kind}
          {item.over18 && " (NSFW)"}
        </span>
      </p>
      <div className="matched" dir="auto">
        <a
          href={item.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="font-semibold wrap-anywhere text-ink no-underline hover:underline"
        >
          <Segments of={title} />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <p className="wrap-anywhere">
          <Segments of={text} />
        </p>
      </div>
    </article>
  );
}

const deliveryFrequencies = [
  ["realtime", "Real-time"],
  ["hourly", "Hourly"],
  ["daily", "Daily"],
] as const;

function DeliveryFrequencies({
  forecast: { mails, isAbout },
  chosen: { emailNotification, frequency },
}: {
  forecast: Forecast;
  chosen: WatchFields["notificationSettings"];
}) {
  return (
    <div className="grid gap-2">
      <h3 className="text-13 font-medium tracking-normal">Expected alerts</h3>
      <dl className="divide-y divide-line rounded-md border border-line bg-surface text-13">
        {deliveryFrequencies.map(([deliveryFrequency, label]) => (
          <div
            key={deliveryFrequency}
            className={`flex justify-between gap-3 px-3 py-2 ${emailNotification && frequency === deliveryFrequency ? "bg-accent-soft text-accent-text" : ""}`}
          >
            <dt className="font-semibold">
              {label}
              {emailNotification && frequency === deliveryFrequency && (
                <span className="sr-only">, selected</span>
              )}
            </dt>
            <dd>
              {isAbout && "about "}
              {counted(mails[deliveryFrequency], "message")}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
