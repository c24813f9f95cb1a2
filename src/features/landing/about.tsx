import type { Operator } from "@/domain/operator";
import { notAffiliatedText } from "@/domain/reading/site-texts";
import { wide } from "./measures";

export function About({ operator }: { operator: Operator }) {
  const heading = "mb-4 text-24 tracking-[-.02em]";
  return (
    <section aria-label="About and contact" className="border-t border-line bg-surface">
      <div
        className={`${wide} grid gap-10 py-16 text-ink-2 sm:py-24 lg:grid-cols-[1.35fr_1fr] lg:gap-16 [&_p]:max-w-152 [&_p+p]:mt-4`}
      >
        <div id="about" className="scroll-mt-16">
          <h2 className={`${heading} text-ink`}>About</h2>
          <p className="text-20 leading-[1.4] font-medium tracking-[-.01em] text-ink">
            People say useful things about you when you&apos;re not in the room.
          </p>
          <p>
            Earshot is a small, independent service for marketers, founders, support teams and researchers who
            want to keep up without living in a feed. It only reads public posts and comments.
          </p>
          <p>{notAffiliatedText(operator.sites)}</p>
        </div>
        <div id="contact" className="scroll-mt-16">
          <h2 className={`${heading} text-ink`}>Contact</h2>
          <p>Have a question, a bug or an idea? Email us and a human will reply.</p>
          <p>
            <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
          </p>
        </div>
      </div>
    </section>
  );
}
