import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

export function Disclosure({
  title,
  state,
  children,
}: {
  title: string;
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <details className="group/disclosure border-t border-line">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-3 font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="flex-none text-ink-3 transition-[rotate] duration-200 ease-std group-open/disclosure:rotate-90" />
        <span className="min-w-min flex-1">{title}</span>
        <span className="min-w-0 truncate font-normal text-ink-3">{state}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4 pl-6.5">{children}</div>
    </details>
  );
}
