import type { ReactNode } from "react";
import { brandLook, Mark } from "./mark";
import { Radius } from "./radius";

/** Uses plain links: next/link would add JavaScript to every screen. */
export function FullPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="relative isolate grid min-h-screen grid-rows-[auto_1fr] overflow-hidden p-4 sm:px-8 sm:py-6">
      <Radius radii={[260, 350, 440, 530, 620]} isFading className="top-1/2 left-1/2 -z-1 text-accent-line" />
      <header>
        <a href="/" className={brandLook}>
          <Mark />
          Earshot
        </a>
      </header>
      <main
        id="main"
        className="grid max-w-136 content-center justify-items-center justify-self-center pb-16 text-center"
      >
        <h1 className="text-30 tracking-[-.03em] sm:text-40 sm:leading-[1.1]">{title}</h1>
        <p className="mt-4 mb-8 text-17 text-ink-2">{text}</p>
        {children}
      </main>
    </div>
  );
}
