import { CircleCheck, CircleMinus, TriangleAlert } from "lucide-react";
import type { DestinationView } from "@/contract/destination";

/** A sign and a word: takes it, fails, off. */
export function Standing({
  standing: { state },
  sentAt,
}: {
  standing: DestinationView["standing"];
  /** When it was last sent to, as people read it. */
  sentAt: string | null;
}) {
  const looks = {
    ok: { Icon: CircleCheck, colour: "text-ok", text: sentAt === null ? "Ready" : `Sent ${sentAt}` },
    failing: { Icon: TriangleAlert, colour: "text-warn", text: "Failing" },
    off: { Icon: CircleMinus, colour: "text-ink-3", text: "Off" },
  };
  const { Icon, colour, text } = looks[state];
  return (
    <span className={`inline-flex flex-none items-center gap-1.5 text-13 font-medium ${colour}`}>
      <Icon className="size-4" />
      {text}
    </span>
  );
}
