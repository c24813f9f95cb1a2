import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { DestinationView } from "@/contract/destination";
import { destinationTitle } from "@/domain/delivery/channel-names";
import { ChannelIcon } from "@/ui/channel-icon";
import { Pick } from "@/ui/pick";
import { QuietLink } from "@/ui/quiet-link";
import { goesTo, named } from "./named-destinations";

const statusTexts = { ok: "", failing: ", failing", off: ", off" };

export function DestinationPicks({
  destinations,
  chosen,
  onChosen,
}: {
  destinations: readonly DestinationView[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
}) {
  const id = useId();
  const [isLast, setLast] = useState(false);
  const ticked = goesTo(destinations, chosen);
  const toggle = (one: string) => {
    const next = named(destinations, chosen, one);
    setLast(next === null);
    if (next !== null) onChosen(next);
  };
  const isOwn = chosen.some((one) => ticked.includes(one));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p id={id} className="text-13 font-medium">
          Where alerts go
        </p>
        <QuietLink href="/settings#channels">Channels</QuietLink>
      </div>
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {destinations.map((one) => (
          <Pick
            key={one._id}
            size="sm"
            checked={ticked.includes(one._id)}
            start={
              one.status.state === "ok" ? (
                <ChannelIcon channel={one.channel} className="size-4 flex-none" />
              ) : (
                <TriangleAlert className="size-4 flex-none text-warn" />
              )
            }
            onChange={() => toggle(one._id)}
          >
            <span className="min-w-0 wrap-anywhere">
              {destinationTitle(one)}
              {statusTexts[one.status.state]}
            </span>
          </Pick>
        ))}
      </div>
      <p role="status" className="text-13 text-ink-3">
        {isLast
          ? "Choose at least one. To stop alerts, mute the watch."
          : isOwn
            ? "If these are all off, we'll use your default destinations."
            : "Using your default destinations."}
      </p>
    </div>
  );
}
