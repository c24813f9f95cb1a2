import { useEffect, useState } from "react";
import Link from "next/link";
import { useSWRConfig } from "swr";
import type { NotificationView } from "@/contract/notification";
import { itemOf } from "@/contract/place";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { formatTime } from "@/domain/moment";
import { Button } from "@/ui/button";
import { Card, CardBody } from "@/ui/card";
import { toast } from "@/ui/toast/store";

/** Poll interval for the first match, and the maximum number of polls (two minutes). */
const askedEveryMs = 4_000;
const askedAtMost = 30;

/** The last onboarding step: a test alert, and the first real match when it arrives. */
export function FirstTest({
  first,
  email,
  timeZone,
}: {
  first: NotificationView | undefined;
  email: string;
  timeZone: string;
}) {
  const [state, setState] = useState<"unsent" | "sending" | "queued" | Date>("unsent");
  useFirstMatch(first === undefined);
  const send = async () => {
    setState("sending");
    try {
      const { sendTest } = await import("./first-requests");
      const sentAt = await sendTest(() => setState("queued"));
      if (sentAt !== null) setState(sentAt);
    } catch (error) {
      setState("unsent");
      const { Refused } = await import("./first-requests").catch(() => ({ Refused: null }));
      const text = Refused !== null && error instanceof Refused ? error.message : "Please try again.";
      toast({ type: "error", title: "Failed to send a test alert", text });
    }
  };
  const isSent = state === "queued" || state instanceof Date;
  return (
    <Card aria-labelledby="first-test">
      <CardBody className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 id="first-test" className="text-16">
            {isSent ? "Test alert sent" : "Send yourself a test"}
          </h2>
          <p role="status" className="wrap-anywhere text-ink-2">
            {testText(state, email, timeZone)}
          </p>
          <p role="status" className="mt-1 wrap-anywhere text-ink-2">
            {first === undefined ? (
              "Listening… Your first match will appear here."
            ) : (
              <>
                You have your first match:{" "}
                <Link href="/notifications">
                  <bdi>{itemOf(first).title}</bdi>
                </Link>
              </>
            )}
          </p>
        </div>
        <Button isPending={state === "sending"} className="max-sm:w-full" onClick={() => void send()}>
          {isSent ? "Send Another" : "Send Test Alert"}
        </Button>
      </CardBody>
    </Card>
  );
}

function testText(state: "unsent" | "sending" | "queued" | Date, email: string, timeZone: string): string {
  if (state === "queued") return `On its way to ${email}.`;
  if (!(state instanceof Date)) return "We'll send a real alert so you can check that it arrives.";
  return `Delivered to ${email} at ${formatTime(state, timeZone)}. Can't find it? Check your spam folder.`;
}

/** Regular updates can take half a minute, too long for a user waiting for the first match. */
function useFirstMatch(isAwaited: boolean): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!isAwaited) return;
    let requested = 0;
    const timer = setInterval(() => {
      if (requested++ >= askedAtMost) clearInterval(timer);
      else if (!document.hidden) void mutate((key) => isKeyOf(key, "listNotifications"));
    }, askedEveryMs);
    return () => {
      clearInterval(timer);
      void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches"));
    };
  }, [isAwaited, mutate]);
}
