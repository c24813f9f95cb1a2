import { useId, type ReactNode } from "react";
import { Card } from "@/ui/card";

/** A settings section: description to the left, options in a card to the right. */
export function Section({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text: string;
  /** Button for the entire section. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-line pt-6 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div
        className={
          action === undefined ? "" : "max-md:flex max-md:items-start max-md:justify-between max-md:gap-4"
        }
      >
        <div>
          <h2 id={id} className="text-16">
            {title}
          </h2>
          <p className="mt-1 text-13 text-ink-2">{text}</p>
        </div>
        {action !== undefined && <div className="flex-none md:mt-3">{action}</div>}
      </div>
      <Card className="divide-y divide-line">{children}</Card>
    </section>
  );
}
