import { useId, type ReactNode } from "react";
import { Card } from "@/ui/card";

/** A part of the settings: what it is about at the left, its options in a card at the right. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-line pt-6 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-16">
          {title}
        </h2>
        <p className="mt-1 text-13 text-ink-2">{text}</p>
      </div>
      <Card className="divide-y divide-line">{children}</Card>
    </section>
  );
}
