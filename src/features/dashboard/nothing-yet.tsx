import type { ReactNode } from "react";

export function NothingYet({
  title,
  titleId,
  all,
  text,
  children,
}: {
  title: string;
  titleId: string;
  all: ReactNode;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby={titleId} className="grid gap-1 border-t border-line px-1 pt-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={titleId} className="text-14">
          {title}
        </h2>
        {all}
      </div>
      <h3 className="text-14 font-normal tracking-normal text-ink-2">{text}</h3>
      {children && <p>{children}</p>}
    </section>
  );
}
