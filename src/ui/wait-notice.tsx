import { Timer } from "lucide-react";
import { useState } from "react";
import { countdownText, type LimitWait } from "@/domain/text/rate-limit-texts";
import { Notice } from "./notice";
import { useSecondsLeft } from "./use-seconds-left";

/** Announced only once, with the end time; the countdown is hidden from screen readers. */
export function WaitNotice({ id, wait }: { id: string; wait: LimitWait | null }) {
  return (
    <Notice look="warn" icon={Timer} isAlert>
      {wait === null ? null : (
        <p id={id}>
          {wait.text} <Remaining key={wait.untilMs} untilMs={wait.untilMs} />
        </p>
      )}
    </Notice>
  );
}

function Remaining({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsLeft(untilMs);
  const [atFirst] = useState(seconds);
  const moment = new Date(untilMs).toLocaleTimeString("en-GB", { timeStyle: "medium" });
  return (
    <>
      <span aria-hidden="true">{countdownText(seconds)}.</span>
      <span className="sr-only">
        {countdownText(atFirst)}, at {moment}.
      </span>
    </>
  );
}
