import type { ReactNode } from "react";
import { Rings } from "./rings";

/** Nothing here yet: three rings, a heading, one sentence and at most one action. Stands inside a Card. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <Rings />
      <h3 className="mt-3 text-16">{title}</h3>
      <p className="max-w-[34ch] text-ink-2">{text}</p>
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  );
}
