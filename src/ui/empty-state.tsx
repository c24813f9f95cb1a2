import type { ReactNode } from "react";
import { Rings } from "./rings";

export function EmptyState({
  title,
  text,
  level = 3,
  children,
}: {
  title: string;
  text: ReactNode;
  /** Heading level: 2 if the card has no heading. */
  level?: 2 | 3;
  children?: ReactNode;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <Rings />
      <Heading className="mt-3 text-16">{title}</Heading>
      <p className="max-w-[34ch] text-14 text-ink-2">{text}</p>
      {Boolean(children) && <div className="mt-4">{children}</div>}
    </div>
  );
}
