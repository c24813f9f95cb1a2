import type { ReactNode } from "react";
import type { ListedNoun } from "@/contract/reference";
import { Contents } from "./contents";

export function ReferencePage({
  nouns,
  current,
  title,
  lead,
  children,
}: {
  nouns: ListedNoun[];
  current: string | null;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-296 grid-cols-[minmax(0,1fr)] items-start gap-6 px-4 pt-6 pb-16 sm:px-6 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12 md:pt-10">
      <Contents nouns={nouns} current={current} />
      <main id="main" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-12 md:gap-16">
        <div id="start" className="scroll-mt-20">
          <h1 className="text-30 leading-[1.15] tracking-[-.03em]">{title}</h1>
          <p className="mt-3 max-w-[62ch] text-16 leading-[1.6] text-pretty text-ink-2">{lead}</p>
        </div>
        {children}
      </main>
    </div>
  );
}
