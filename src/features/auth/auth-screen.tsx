import Link from "next/link";
import type { ReactNode } from "react";
import { notAffiliatedText, sampleSource } from "@/domain/reading/site-texts";
import { Brand } from "@/ui/brand";
import { MarkedText } from "@/ui/marked-text";
import { Radius } from "@/ui/radius";
import { ThemeToggle } from "@/ui/theme-toggle";

export interface Quotation {
  text: string;
  keyword: string;
  source: string;
  when: string;
}

const testimonial: Quotation = {
  text: "I left tidewater over the missing bank feed. If they ever add my credit union I would go back the same day.",
  keyword: "tidewater",
  source: "r/freelance",
  when: "comment, 11:48",
};

export function AuthScreen({
  sites,
  quotation = testimonial,
  children,
}: {
  sites: readonly string[];
  quotation?: Quotation;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-screen md:grid-cols-2">
      <div className="grid grid-rows-[auto_1fr_auto] p-4 md:px-8 md:py-6">
        <header className="flex items-center justify-between gap-2">
          <Brand href="/" />
          <ThemeToggle className="-mr-2" />
        </header>
        {/* Top-aligned on phones, because centered content would shift while the rest is loading. */}
        <main id="main" className="mx-auto my-8 w-full max-w-96 sm:self-center">
          {children}
        </main>
        <footer className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-3">
          <p>{notAffiliatedText(sites)}</p>
          <Link href="/privacy" prefetch={false} className="text-ink-3">
            Privacy
          </Link>
          <Link href="/terms" prefetch={false} className="text-ink-3">
            Terms
          </Link>
        </footer>
      </div>
      <Listening quotation={quotation} sites={sites} />
    </div>
  );
}

function Listening({ quotation, sites }: { quotation: Quotation; sites: readonly string[] }) {
  return (
    <aside
      aria-label="An example of a match"
      className="relative hidden content-center overflow-hidden bg-night p-16 text-night-ink md:grid"
    >
      <Radius radii={[110, 220, 330, 440, 550]} className="top-1/2 left-16 text-night-line" />
      <figure className="relative max-w-md">
        <blockquote className="font-serif text-30 leading-[1.32] tracking-[-.01em]">
          <MarkedText text={quotation.text} keyword={quotation.keyword} />
        </blockquote>
        <figcaption className="mt-6 flex gap-3.5 text-night-ink-2">
          <b className="font-semibold text-night-ink">{sampleSource(quotation.source, sites)}</b>
          {quotation.when}
        </figcaption>
      </figure>
    </aside>
  );
}

export function AuthHeading({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="text-30 tracking-[-.03em]">{title}</h1>
      <p className="mt-1.5 mb-6 text-ink-2">{text}</p>
    </>
  );
}

export function OtherWays({ children }: { children: ReactNode }) {
  return <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">{children}</p>;
}
