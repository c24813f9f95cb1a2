import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from "lucide-react";
import type { DestinationView } from "@/contract/destination";

/** Reasons caused by the receiver, not by the user or the plan. */
const receivers = ["gone", "failing"];

export function DestinationStatus({
  status: { state, reason, since },
  sentAt,
  message: format,
}: {
  status: DestinationView["status"];
  sentAt: string | null;
  message: (at: string) => string;
}) {
  const isReceivers = reason !== null && receivers.includes(reason);
  const sinceThen = since === null ? "" : ` since ${format(since)}`;
  const looks = {
    ok: { Icon: CircleCheck, color: "text-ok", text: sentAt === null ? "Ready" : `Sent ${format(sentAt)}` },
    failing: { Icon: TriangleAlert, color: "text-warn", text: `Failing${sinceThen}` },
    off: {
      Icon: isReceivers ? CircleX : CircleMinus,
      color: isReceivers ? "text-bad" : "text-ink-3",
      text: `Off${sinceThen}`,
    },
  };
  const { Icon, color, text } = looks[state];
  return (
    <span
      className={`inline-flex flex-none items-center gap-1.5 text-13 font-medium ${state === "ok" ? "text-ink-2" : color}`}
    >
      <Icon className={`size-4 ${color}`} />
      {text}
    </span>
  );
}
