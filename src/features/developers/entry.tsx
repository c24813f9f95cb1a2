import type { ReactNode } from "react";

export function SubHeading({ children }: { children: ReactNode }) {
  return <h3 className="border-b border-line pb-1.5 text-13 font-semibold tracking-normal">{children}</h3>;
}

export function Entry({
  id,
  title,
  lead,
  line,
  example,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  line?: ReactNode;
  example?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 border-t border-line pt-8">
      <h2 id={`${id}-title`} className="text-20">
        <a href={`#${id}`} className="text-ink no-underline hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-1.5 max-w-[62ch] text-pretty text-ink-2">{lead}</p>
      {line && <p className="mt-3 flex flex-wrap items-center gap-2.5">{line}</p>}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">{children}</div>
        {example && <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">{example}</div>}
      </div>
    </section>
  );
}
