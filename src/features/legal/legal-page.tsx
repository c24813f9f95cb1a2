import Link from "next/link";
import type { ReactNode } from "react";

const text =
  "text-16 leading-[1.65] text-ink-2 [&_a]:text-accent-text [&_b]:font-semibold [&_b]:text-ink " +
  "[&_h2]:mt-12 [&_h2]:mb-3 [&_h2]:text-20 [&_h2]:text-ink [&_p+p]:mt-4 " +
  "[&_ul]:my-4 [&_ul]:grid [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:list-disc [&_li]:marker:text-ink-3";

export function LegalPage({ title, lede, children }: { title: string; lede: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto max-w-[42rem] px-4 pt-12 pb-24 sm:px-0">
      <h1 className="text-40 leading-[1.1] tracking-[-.03em] text-balance">{title}</h1>
      <p className="mt-4 text-[1.1875rem] leading-normal text-ink-2 text-pretty">{lede}</p>
      <p className="mt-4 text-14 text-ink-3">Effective 21 November 2026</p>
      <div className={text}>{children}</div>
      <p className="mt-12 border-t border-line pt-6 text-16">
        <Link href="/" prefetch={false}>
          Back to home
        </Link>
      </p>
    </main>
  );
}
