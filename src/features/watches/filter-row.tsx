import type { ReactNode } from "react";

export function FilterRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-10 gap-x-3 gap-y-1 px-3 py-1.5 max-sm:py-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <dt className="text-13 text-ink-2 sm:leading-7">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
