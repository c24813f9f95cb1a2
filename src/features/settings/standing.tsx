import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from "lucide-react";
import type { DestinationView } from "@/contract/destination";

/** Whose doing it is that nothing goes there: the receiver's, or its owner's and the plan's. */
const receivers = ["gone", "failing"];

/** A sign and a word, and since when: takes it, fails, off. */
export function Standing({
  standing: { state, reason, since },
  sentAt,
  told,
}: {
  standing: DestinationView["standing"];
  /** When it was last sent to; null: never. */
  sentAt: string | null;
  /** A time as people read it. */
  told: (at: string) => string;
}) {
  const isReceivers = reason !== null && receivers.includes(reason);
  const sinceThen = since === null ? "" : ` since ${told(since)}`;
  const looks = {
    ok: { Icon: CircleCheck, colour: "text-ok", text: sentAt === null ? "Ready" : `Sent ${told(sentAt)}` },
    failing: { Icon: TriangleAlert, colour: "text-warn", text: `Failing${sinceThen}` },
    off: {
      Icon: isReceivers ? CircleX : CircleMinus,
      colour: isReceivers ? "text-bad" : "text-ink-3",
      text: `Off${sinceThen}`,
    },
  };
  const { Icon, colour, text } = looks[state];
  return (
    <span className={`inline-flex flex-none items-center gap-1.5 text-13 font-medium ${colour}`}>
      <Icon className="size-4" />
      {text}
    </span>
  );
}
