"use client";

import { useId, useRef, useState, type FormEvent } from "react";
import { api } from "@/browser/api";
import type { ExplainResponse } from "@/contract/preview";
import { isRateLimited } from "@/browser/rate-limit";
import { readTwice } from "@/browser/read-twice";
import { itemLinkTexts } from "@/contract/link-texts";
import { partialText, unnamedSites } from "@/domain/reading/site-texts";
import { useLimitWait } from "@/browser/use-limit-wait";
import { formatBillingDate } from "@/domain/time/billing-date";
import { formatTime } from "@/domain/time/moment";
import { lookupTexts, carriedText, verdictTexts } from "@/contract/verdict-texts";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { WaitNotice } from "@/ui/wait-notice";
import { ExplainedParts } from "./explained-parts";
import { useSitesOn } from "./sites";
import { saveErrorText } from "./watch-texts";

type Explanation = ExplainResponse["explanations"][number];

/** "Check a post": shows whether each watch matched a pasted link, or which rule prevented it. */
export function ExplainDialog({
  isOpen,
  link,
  timeZone,
  onClose,
  onClosed,
}: {
  isOpen: boolean;
  link: string | undefined;
  timeZone: string;
  onClose: () => void;
  onClosed: () => void;
}) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Forums and feeds have individual URLs, so they are listed by kind instead of by name.
  const on = useSitesOn();
  const named = on.flatMap(({ hasAll, name }) => (hasAll ? [name] : []));
  const texts = itemLinkTexts(
    named.length > 0 ? named : [unnamedSites],
    on.flatMap(({ hasAll, placeWord }) => (hasAll ? [] : [placeWord])),
  );
  const [response, setResponse] = useState<ExplainResponse | null>(null);
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const { wait, meet } = useLimitWait();
  const waitId = useId();
  const request = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const url = field.current?.value.trim() ?? "";
    if (url === "") return setError(texts.missing);
    if (isPending || wait !== null) return;
    setPending(true);
    setError(undefined);
    try {
      const found = await readTwice(() => api.call("explainLink", { body: { url } }));
      if (isRateLimited(found)) meet(found);
      else setResponse(found);
    } catch (failure) {
      setResponse(null);
      setError(saveErrorText(failure));
    }
    setPending(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title="Why did I (not) get this?"
      initialFocus={field}
      message={<WaitNotice id={waitId} wait={wait} />}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            isPending={isPending}
            describedBy={wait === null ? undefined : waitId}
          >
            {isPending ? "Looking..." : "Explain"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void request(event)}
        onChange={() => setError(undefined)}
      >
        <Field
          ref={field}
          label={texts.label}
          name="url"
          type="url"
          autoComplete="off"
          placeholder={texts.placeholder}
          defaultValue={link}
          error={error}
          hint={texts.hint}
        />
      </form>
      <div role="status" className="mt-5 grid gap-3 empty:hidden">
        {response !== null && <Explanations response={response} timeZone={timeZone} />}
      </div>
    </Dialog>
  );
}

function Explanations({
  response: { item, asked: looked, explanations, isPartial },
  timeZone,
}: {
  response: ExplainResponse;
  timeZone: string;
}) {
  return (
    <>
      <p className="text-ink-2">
        {item === null ? (
          unreadText(explanations)
        ) : (
          <>
            Seen {dateAndTime(item.readAt, timeZone)} in {item.place.label}
            {item.title !== "" && (
              <>
                : <span className="matched">{item.title}</span>
              </>
            )}
          </>
        )}
      </p>
      {looked !== null && <FetchedItem asked={looked} />}
      {isPartial && <p className="text-ink-2">{partialText} Some keywords are missing below.</p>}
      <ul className="divide-y divide-line border-y border-line">
        {explanations.map((explanation) => (
          <ExplanationRow key={explanation.watchId} explanation={explanation} timeZone={timeZone} />
        ))}
      </ul>
    </>
  );
}

function FetchedItem({
  asked: { siteName, outcome, item },
}: {
  asked: NonNullable<ExplainResponse["asked"]>;
}) {
  return (
    <p className="text-ink-2">
      {lookupTexts[outcome](siteName)}
      {item !== null && item.title !== "" && (
        <>
          : <span className="matched">{item.title}</span>
        </>
      )}
    </p>
  );
}

/** Read items are remembered for days, matches for months. */
function unreadText(explanations: readonly Explanation[]): string {
  if (explanations.some(({ verdict }) => verdict === "unresolved"))
    return "We don't know whether Earshot has seen this.";
  const isKnown = explanations.some(({ verdict }) => verdict === "matched" || verdict === "deleted");
  return isKnown
    ? "Earshot read this a while ago. We only store text for two days."
    : "Earshot hasn't seen this post or comment.";
}

function ExplanationRow({ explanation, timeZone }: { explanation: Explanation; timeZone: string }) {
  const { keyword, verdict, message, parts } = explanation;
  const isHit = verdict === "matched" || verdict === "deleted";
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="min-w-0 font-semibold wrap-anywhere">{keyword}</b>
        <Badge look={isHit ? "ok" : "neutral"}>{isHit ? "Matched" : "No match"}</Badge>
      </p>
      <p className="text-13 text-ink-3">{explanation.places.map(({ label }) => label).join(", ")}</p>
      {parts !== null && <ExplainedParts parts={parts} />}
      <p className="text-ink-2">
        {verdictTexts[verdict]}
        {message !== null && `. ${carriedText(message)}`}
        {message !== null && message.sentAt !== null && ` ${dateAndTime(message.sentAt, timeZone)}`}.
      </p>
    </li>
  );
}

function dateAndTime(moment: string, timeZone: string): string {
  const at = new Date(moment);
  return `${formatBillingDate(at, timeZone)}, ${formatTime(at, timeZone)}`;
}
