import { useState } from "react";
import type { DestinationView } from "@/contract/destination";
import { destinationTitle } from "@/domain/delivery/channel-names";
import { formatMoment } from "@/domain/time/moment";
import { Badge } from "@/ui/badge";
import { ChannelIcon } from "@/ui/channel-icon";
import { QuietButton } from "@/ui/quiet-link";
import { DestinationDetails } from "./destination-details";
import { DestinationStatus } from "./destination-status";

const failing = "Messages are failing. We're still retrying.";
const offs: Record<string, string> = {
  failing: "Every attempt failed, so we stopped sending. Fix the endpoint, then turn this back on.",
  gone: "The endpoint rejects our messages or no longer exists, so we stopped sending. Fix the endpoint and turn this back on, or add the new URL.",
  reset: "Turned off when you reset your password. Turn it back on if it's still yours.",
  plan: "Requires Pro. It will be restored when you upgrade.",
};

const gone: Partial<Record<DestinationView["channel"], string>> = {
  email:
    "Our emails bounced or were marked as spam, so we stopped sending. Update your address, or turn emails back on under Notification Preferences.",
  telegram:
    "We can't write to this chat, so we stopped sending. Unblock or add the bot, then turn this back on.",
};

function getAdvice({ channel, status: { state, reason } }: DestinationView): string | undefined {
  if (state === "failing") return failing;
  return (reason === "gone" ? gone[channel] : undefined) ?? offs[reason ?? ""];
}

export function Destination({
  destination,
  timeZone,
  now,
  onChanged,
  onRemoved,
}: {
  destination: DestinationView;
  timeZone: string;
  now: Date;
  onChanged: (one: DestinationView) => unknown;
  onRemoved: () => unknown;
}) {
  const [isOpen, setOpen] = useState(false);
  const { channel, status, address, lastSentAt, isDefault } = destination;
  const title = destinationTitle(destination);
  const isGiven = channel !== "email" && channel !== "push";
  const formatAt = (at: string) => formatMoment(new Date(at), now, timeZone);
  const advice = getAdvice(destination);
  return (
    <div role="group" aria-label={title} className="grid gap-3 p-4 sm:px-5">
      <div className="flex items-start gap-4">
        <span className="grid size-8 flex-none place-items-center rounded-md bg-sunken text-ink-2">
          <ChannelIcon channel={channel} className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1 sm:flex sm:items-start sm:gap-4">
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="font-medium">
              {title} {isDefault && <Badge>Default</Badge>}
            </p>
            <p className="text-13 text-ink-3">{address}</p>
          </div>
          <DestinationStatus status={status} sentAt={lastSentAt} message={formatAt} />
        </div>
      </div>
      {(advice !== undefined || (status.said !== null && status.state !== "ok")) && (
        <p className="text-13 text-ink-2 wrap-anywhere sm:pl-12">
          {advice}
          {status.said !== null && (
            <>
              {" "}
              Response: <q className="font-mono text-ink [quotes:none]">{status.said}</q>
            </>
          )}
        </p>
      )}
      {isGiven && (
        <div className="sm:pl-12">
          <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide details" : "Details"}
            <span className="sr-only"> of {title}</span>
          </QuietButton>
        </div>
      )}
      {isGiven && isOpen && (
        <DestinationDetails
          destination={destination}
          title={title}
          timeZone={timeZone}
          onChanged={onChanged}
          onRemoved={onRemoved}
        />
      )}
    </div>
  );
}
