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

/** One option: its name and what it means, and its control at the right, below them on phones where it is wide. */
export function Option({
  title,
  titleId,
  hint,
  isWide = false,
  children,
}: {
  title: ReactNode;
  titleId?: string;
  hint?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`p-4 sm:px-5 ${isWide ? "grid gap-2 sm:flex sm:items-center sm:gap-4" : "flex items-center gap-4"}`}
    >
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p id={titleId} className="font-medium">
          {title}
        </p>
        {hint !== undefined && <div className="text-13 text-ink-3">{hint}</div>}
      </div>
      {children !== undefined && <div className={isWide ? "flex-none sm:w-60" : "flex-none"}>{children}</div>}
    </div>
  );
}
