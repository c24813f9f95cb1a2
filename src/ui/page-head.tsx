import type { ReactNode } from "react";

export function PageHead({
  title,
  sub,
  children,
}: {
  title: ReactNode;
  sub?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-26 tracking-[-0.022em]">{title}</h1>
        {sub !== undefined && <p className="mt-1 text-ink-2">{sub}</p>}
      </div>
      {children}
    </header>
  );
}
