import { Search } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { NotificationView } from "@/contract/notification";
import type { SuggestResponse } from "@/contract/preview";
import type { WatchView } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field } from "@/ui/field";
import { QuietButton } from "@/ui/quiet-link";
import { Skeleton } from "@/ui/skeleton";
import { FirstMatch, TestAlert } from "./first-alerts";
import { FirstSuggestions } from "./first-suggestions";
import { SampleMail } from "./sample-mail";
import { Step } from "./step";
import { type FirstMinuteState, usedSamples } from "./use-first-minute";

interface FirstMinuteProps {
  steps: FirstMinuteState;
  watches: readonly WatchView[];
  watchLimit: number | null;
  first: NotificationView | undefined;
  email: string;
  timeZone: string;
  now: Date;
}

/** Four steps from an empty account to its first match. They stay until the next visit after that. */
export function FirstMinute({ steps, watches, watchLimit, first, email, timeZone, now }: FirstMinuteProps) {
  const { response, pending } = steps;
  // Collapse the suggestions immediately: a later layout shift would move content under the pointer.
  const hasWatches = pending === "adding" || (watches.length > 0 && !steps.isChoosing);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <Card aria-label="Getting started">
        <NameStep steps={steps} hasWatches={hasWatches} />
        <Step
          number={2}
          state={hasWatches ? "done" : response === null && pending !== "searching" ? "later" : "now"}
          title="Choose your keywords"
          text={hasWatches ? <Added steps={steps} watches={watches} /> : response && spanOf(response)}
        >
          {!hasWatches && (pending === "searching" || response !== null) && (
            // A minimum height avoids a layout shift when the results arrive.
            <div className="grid min-h-112 content-start gap-4">
              {pending === "searching" || response === null ? (
                <SuggestionSkeleton />
              ) : (
                <FirstSuggestions
                  steps={steps}
                  response={response}
                  watchLimit={watchLimit}
                  timeZone={timeZone}
                  now={now}
                />
              )}
            </div>
          )}
        </Step>
        <TestAlert isOpen={hasWatches} isReady={watches.length > 0} email={email} timeZone={timeZone} />
        <FirstMatch isOpen={hasWatches} first={first} timeZone={timeZone} now={now} />
        <p role="status" className="sr-only">
          {messageFor(steps)}
        </p>
      </Card>
      <SampleMail email={email} samples={usedSamples(steps)} timeZone={timeZone} now={now} />
    </div>
  );
}

function NameStep({ steps, hasWatches }: { steps: FirstMinuteState; hasWatches: boolean }) {
  const { response, pending, problem, text } = steps;
  const isLoading = pending === "searching";
  const isDone = hasWatches || (response !== null && !isLoading);
  const form = useRef<HTMLFormElement>(null);
  const change = () => {
    flushSync(steps.restart);
    form.current?.querySelector("input")?.focus();
  };
  if (isDone)
    return (
      <Step
        number={1}
        state="done"
        title="What should we listen for?"
        text={
          <span className="flex flex-wrap items-center gap-x-3">
            <bdi className="min-w-0 font-semibold text-ink wrap-anywhere empty:hidden">{text}</bdi>
            {!hasWatches && <QuietButton onClick={change}>Change</QuietButton>}
          </span>
        }
      />
    );
  return (
    <Step
      number={1}
      state="now"
      title="What should we listen for?"
      text="A product, person, company, or your website's URL."
    >
      <form
        ref={form}
        noValidate
        aria-label="What should we listen for?"
        className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void steps.request();
        }}
      >
        <Field
          label="Name or URL"
          isLabelHidden
          start={<Search className="size-4.5" />}
          value={text}
          onChange={(event) => steps.setText(event.target.value)}
          error={problem?.at === "searching" ? problem.text : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
        />
        <Button type="submit" look="primary" isPending={isLoading} className="sm:min-h-10">
          Show matches
        </Button>
      </form>
    </Step>
  );
}

function Added({ steps, watches }: { steps: FirstMinuteState; watches: readonly WatchView[] }) {
  const keywords = watches.length > 0 ? watches.map(({ keyword }) => keyword) : [...steps.ticked];
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {keywords.map((keyword) => (
        <mark key={keyword} className="wrap-anywhere">
          {keyword}
        </mark>
      ))}
    </span>
  );
}

function SuggestionSkeleton() {
  return (
    <div aria-hidden="true" className="divide-y divide-line rounded-md border border-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-3 px-3.5 py-4">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}

/** Text for screen readers: progress, then the result. */
function messageFor({ pending, response }: FirstMinuteState): string {
  if (pending === "searching") return "Searching…";
  if (pending === "adding") return "Adding keywords…";
  return response === null ? "" : `${counted(response.suggestions.length, "suggestion")} found.`;
}

function spanOf({ hours }: SuggestResponse): string {
  if (hours === 0) return "No posts have been read yet, so there's no forecast.";
  if (hours >= 47) return "Each with a real post from the last two days.";
  return `Each with a real post from the last ${counted(hours, "hour")}.`;
}
