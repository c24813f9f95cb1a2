import { useId, useRef, useState } from "react";
import { api } from "@/contract/browser";
import { placesWordOf } from "@/contract/place";
import type { ChosenPlace } from "@/contract/place-entry";
import type { ExampleItem, PreviewAnswer } from "@/contract/preview";
import { isRateLimited } from "@/contract/rate-limit";
import { previewTexts } from "@/domain/site-texts";
import { useLimitWait } from "@/contract/use-limit-wait";
import { counted, formatCount } from "@/domain/counted";
import { findOccurrences } from "@/domain/matching/occurrences";
import { passage } from "@/domain/passage";
import { Button } from "@/ui/button";
import { MarkedText } from "@/ui/marked-text";
import { Notice } from "@/ui/notice";
import { WaitNotice } from "@/ui/wait-notice";
import { Segments } from "@/ui/segments";
import { Disclosure } from "./disclosure";
import type { WatchFields } from "./watch-fields";
import { namedAs } from "./use-place-entries";
import { saveErrorText } from "./watch-texts";

type Preview = PreviewAnswer["preview"];
/** What is tried: the fields that decide what matches. */
export type PreviewDraft = Pick<WatchFields, "keyword" | "filters" | "notificationSettings"> & {
  places: readonly ChosenPlace[];
};

const passageLength = 240;

/** Tries the draft on what was read in its places lately, before it is saved. */
export function PreviewDisclosure({ readDraft }: { readDraft: () => Promise<PreviewDraft | null> }) {
  const [tried, setTried] = useState<{ draft: PreviewDraft; preview: Preview } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const turn = useRef(0);
  const { wait, meet } = useLimitWait();
  const waitId = useId();
  const look = async () => {
    const mine = ++turn.current;
    const draft = await readDraft();
    if (draft === null) return;
    const { places, ...fields } = draft;
    setPending(true);
    setError(null);
    try {
      const answer = await api.call("previewWatch", { body: { ...fields, places: places.map(namedAs) } });
      if (turn.current !== mine) return;
      if (isRateLimited(answer)) meet(answer);
      else setTried({ draft, preview: answer.preview });
    } catch (failure) {
      if (turn.current === mine) setError(saveErrorText(failure));
    } finally {
      if (turn.current === mine) setPending(false);
    }
  };
  return (
    <Disclosure
      title="Try it on the last two days"
      state={tried === null ? "not tried" : foundText(tried.preview)}
    >
      <div>
        <Button
          className="max-w-full whitespace-normal!"
          isPending={isPending}
          heldBy={wait === null ? undefined : waitId}
          onClick={() => void look()}
        >
          {isPending ? "Looking..." : tried === null ? "Show what it would have matched" : "Try again"}
        </Button>
      </div>
      <WaitNotice id={waitId} wait={wait} />
      <Notice look="bad">{error}</Notice>
      <div role="status" className="grid gap-4">
        {tried !== null && <Tried draft={tried.draft} preview={tried.preview} />}
      </div>
    </Disclosure>
  );
}

function Tried({ draft, preview }: { draft: PreviewDraft; preview: Preview }) {
  const { items, hours, matched, isAbout, isBroad, mails, examples } = preview;
  const about = isAbout ? "about " : "";
  const texts = previewTexts(placesWordOf(draft.places));
  if (items === 0) {
    return <p className="text-ink-2">{texts.nothingHeld}</p>;
  }
  return (
    <>
      <p className="text-ink-2">
        Would have matched {about}
        <b className="text-ink">{formatCount(matched)}</b> of the last {about}
        {counted(items, "item")} {texts.readHere}, in {counted(hours, "hour")}.
        {matched > 0 && ` By email: ${about}${mailText(mails)}.`}
      </p>
      <Notice look="warn">
        {isBroad
          ? "This matches nearly everything that is written there. A longer phrase or whole words only will bring less noise."
          : null}
      </Notice>
      {examples.length > 0 && (
        <ul className="grid gap-3">
          {examples.slice(0, 3).map((item) => (
            <li key={item.url}>
              <Example item={item} draft={draft} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Example({ item, draft: { keyword, filters } }: { item: ExampleItem; draft: PreviewDraft }) {
  // As it was written: what the matcher saw, without its links and lists rendered.
  const segments = passage(item.content, findOccurrences(item.content, keyword, filters), passageLength);
  return (
    <article className="border-l border-accent-line pl-3">
      <p className="text-13 text-ink-3">
        {item.place.label} {item.kind}
        {item.over18 && " (NSFW)"}
      </p>
      <div className="heard" dir="auto">
        <a href={item.url} target="_blank" rel="noopener noreferrer nofollow ugc" className="font-semibold">
          <MarkedText text={item.title} keyword={keyword} by={filters} />
          <span className="sr-only"> in a new tab</span>
        </a>
        <p className="wrap-anywhere">
          <Segments of={segments} />
        </p>
      </div>
    </article>
  );
}

function foundText({ items, matched, isAbout }: Preview): string {
  const found = `${formatCount(matched)} of ${formatCount(items)}`;
  return items === 0 ? "nothing held" : isAbout ? `about ${found}` : found;
}

function mailText({ realtime, hourly, daily }: Preview["mails"]): string {
  return `${counted(realtime, "message")} in real time, ${formatCount(hourly)} hourly or ${formatCount(daily)} daily`;
}
