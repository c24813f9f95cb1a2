"use client";

import { CopyButton } from "./copy-button";

/** A client component: a page has about a hundred, and server markup would be sent twice. */
export function CodeBlock({ title, label, children }: { title: string; label: string; children: string }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex min-h-10 items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4 text-13 font-medium text-ink-2">
        <span>{title}</span>
        <CopyButton label={label} />
      </figcaption>
      <pre
        role="group"
        aria-label={label}
        tabIndex={0}
        className="overflow-x-auto p-4 font-mono text-13 leading-[1.6] text-ink"
      >
        {children}
      </pre>
    </figure>
  );
}
