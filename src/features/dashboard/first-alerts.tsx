import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { NotificationView } from "@/contract/notification";
import { getItem, wroteAs } from "@/contract/place";
import { isKeyOf, notificationReads } from "@/browser/swr-keys";
import { formatAge } from "@/domain/time/age";
import { formatMoment, formatTime } from "@/domain/time/moment";
import { mentionPath } from "@/domain/route-table";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { QuietButton } from "@/ui/quiet-link";
import { Rings } from "@/ui/rings";
import { PostSource } from "@/ui/post-source";
import { Segments } from "@/ui/segments";
import { toast } from "@/ui/toast/store";
import { Step } from "./step";
import { loadRefused, loadRequests } from "./use-first-minute";

/** Poll interval for the first match, and the maximum number of polls (two minutes). */
const pollMs = 4_000;
const maxPolls = 30;

type TestState = "unsent" | "sending" | "queued" | Date;

export function TestAlert({
  isOpen,
  isReady,
  email,
  timeZone,
}: {
  isOpen: boolean;
  isReady: boolean;
  email: string;
  timeZone: string;
}) {
  const [state, setState] = useState<TestState>("unsent");
  const isSent = state === "queued" || state instanceof Date;
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button is gone, so continue at the next one.
  useEffect(() => {
    if (isReady && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isReady, isSent]);
  const send = async () => {
    setState("sending");
    try {
      const { sendTest } = await loadRequests();
      const sentAt = await sendTest(() => setState("queued"));
      if (sentAt !== null) setState(sentAt);
    } catch (error) {
      setState("unsent");
      const { Refused } = await loadRefused();
      const text = Refused !== null && error instanceof Refused ? error.message : "Please try again.";
      toast({ type: "error", title: "Failed to send a test alert", text });
    }
  };
  return (
    <Step
      number={3}
      state={!isOpen ? "later" : isSent ? "done" : "now"}
      title="Send yourself a test"
      text={
        isOpen && (
          <span className="flex flex-wrap items-center gap-x-3">
            <span role="status" className="wrap-anywhere">
              {testText(state, email, timeZone)}
            </span>
            {isSent && (
              <QuietButton ref={button} onClick={() => void send()}>
                Send again
              </QuietButton>
            )}
          </span>
        )
      }
    >
      {isOpen && !isSent && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            ref={button}
            look="primary"
            isPending={state === "sending"}
            disabled={!isReady}
            className="max-sm:w-full"
            onClick={() => void send()}
          >
            Send Test Alert
          </Button>
          <span className="min-w-0 text-13 text-ink-3 wrap-anywhere">To {email}</span>
        </div>
      )}
    </Step>
  );
}

function testText(state: TestState, email: string, timeZone: string): string {
  if (state === "queued") return `On its way to ${email}.`;
  if (!(state instanceof Date)) return "We'll send a real alert so you can check that it arrives.";
  return `Delivered to ${email} at ${formatTime(state, timeZone)}. Can't find it? Check your spam folder.`;
}

export function FirstMatch({
  isOpen,
  first,
  timeZone,
  now,
}: {
  isOpen: boolean;
  first: NotificationView | undefined;
  timeZone: string;
  now: Date;
}) {
  useFirstMatch(isOpen && first === undefined);
  if (!isOpen) return <Step number={4} state="later" title="Get your first match" />;
  if (first === undefined)
    return (
      <Step number={4} state="now" title="Get your first match">
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Rings className="size-10 flex-none" />
          Listening… Your first match will appear here.
        </p>
      </Step>
    );
  return (
    <Step number={4} state="done" title="You have your first match">
      <First notification={first} timeZone={timeZone} now={now} />
      <ButtonLink href="/notifications" look="primary" className="justify-self-start max-sm:w-full">
        Open inbox
      </ButtonLink>
    </Step>
  );
}

function First({
  notification,
  timeZone,
  now,
}: {
  notification: NotificationView;
  timeZone: string;
  now: Date;
}) {
  const { createdAt, passage: snippet } = notification;
  const { site, place, author, kind } = getItem(notification);
  const at = new Date(createdAt);
  return (
    <div role="status" className="rounded-md border border-line p-4">
      <p className="mention-source">
        <PostSource site={site} place={place.label} kind={kind} author={author && wroteAs(site, author)} />
        <time dateTime={createdAt} className="ml-auto">
          {formatMoment(at, now, timeZone)}, {formatAge(at, now)}
        </time>
      </p>
      <p className="mention-title mt-1" dir="auto">
        <Link href={mentionPath(notification._id)}>
          <Segments of={snippet.title} />
        </Link>
      </p>
      {snippet.text.length > 0 && (
        <p className="matched wrap-anywhere" dir="auto">
          <Segments of={snippet.text} />
        </p>
      )}
    </div>
  );
}

/** Regular updates can take half a minute, too long for a user waiting for the first match. */
function useFirstMatch(isAwaited: boolean): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!isAwaited) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls > maxPolls) clearInterval(timer);
      else if (!document.hidden) void mutate((key) => isKeyOf(key, "listNotifications"));
    }, pollMs);
    return () => {
      clearInterval(timer);
      void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches"));
    };
  }, [isAwaited, mutate]);
}
