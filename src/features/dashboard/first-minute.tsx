import { Check, Search } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field } from "@/ui/field";
import { QuietLink } from "@/ui/quiet-link";
import { FirstSuggestions } from "./first-suggestions";
import { SampleMail, type SampleSite } from "./sample-mail";
import type { FirstMinuteState } from "./use-first-minute";

/** Three onboarding steps for users without watches, shown above the empty dashboard. */
export function FirstMinute({
  steps,
  watchLimit,
  email,
  sites,
}: {
  steps: FirstMinuteState;
  watchLimit: number | null;
  email: string;
  sites: readonly SampleSite[];
}) {
  const { answer: response, pending, problem } = steps;
  const isAsking = pending === "asking";
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card aria-label="Getting started">
        <Step
          number={1}
          state={response === null ? "now" : "done"}
          title="What should we listen for?"
          text="A product, person, company, or your website's URL."
        >
          <form
            noValidate
            aria-label="What should we listen for?"
            className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isAsking) void steps.ask();
            }}
          >
            <Field
              label="Name or URL"
              isLabelHidden
              start={<Search className="size-4.5" />}
              value={steps.text}
              onChange={(event) => steps.setText(event.target.value)}
              error={problem?.at === "asking" ? problem.text : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              dir="auto"
            />
            <Button
              type="submit"
              look={response === null ? "primary" : "quiet"}
              isPending={isAsking}
              className="sm:min-h-10"
            >
              Listen In
            </Button>
          </form>
          {response === null && (
            <QuietLink href="/keywords?add=1" className="justify-self-start">
              Skip and add keywords manually
            </QuietLink>
          )}
        </Step>
        <Step
          number={2}
          state={response === null ? "later" : "now"}
          title="Choose your keywords"
          text={
            response === null
              ? "Suggested spellings and places, with the matches each would have found."
              : spanOf(response)
          }
        >
          {response !== null && <FirstSuggestions steps={steps} answer={response} watchLimit={watchLimit} />}
        </Step>
        <Step
          number={3}
          state="later"
          title="Send yourself a test"
          text="We'll send a real alert so you can check that it arrives."
        />
        <p role="status" className="sr-only">
          {messageFor(steps)}
        </p>
      </Card>
      <SampleMail email={email} sites={sites} />
    </div>
  );
}

/** Text for screen readers: progress, then the result. */
function messageFor({ pending, answer: response }: FirstMinuteState): string {
  if (pending === "asking") return "Listening in…";
  if (pending === "adding") return "Adding keywords…";
  return response === null ? "" : `${counted(response.suggestions.length, "suggestion")} found.`;
}

function spanOf({ hours }: { hours: number }): string {
  if (hours === 0) return "No posts have been read yet, so there's no forecast.";
  if (hours >= 47) return "The number of matches each would have found in the last two days.";
  return `The number of matches each would have found in the last ${counted(hours, "hour")}.`;
}

const circles = {
  done: "bg-ok-soft text-ok",
  now: "bg-accent text-on-accent",
  later: "text-ink-3 inset-ring-[1.5px] inset-ring-line-strong",
};

function Step({
  number,
  state,
  title,
  text,
  children,
}: {
  number: number;
  state: keyof typeof circles;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-line p-4 sm:gap-x-4 sm:px-5 sm:pb-6 [&+&]:border-t">
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-full text-13 font-semibold ${circles[state]}`}
      >
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <div>
        <h2
          aria-current={state === "now" ? "step" : undefined}
          className={`text-16 leading-7! ${state === "later" ? "text-ink-2" : ""}`}
        >
          <span className="sr-only">
            Step {number}
            {state === "done" ? ", done" : ""}:{" "}
          </span>
          {title}
        </h2>
        <p className="text-ink-2">{text}</p>
      </div>
      {children && <div className="mt-4 grid gap-4 max-sm:col-span-2 sm:col-start-2">{children}</div>}
    </div>
  );
}
