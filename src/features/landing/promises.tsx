import { Radius } from "@/ui/radius";
import { sectionTitle, wide } from "./measures";

const promises = [
  [
    "Never lost",
    "Every new post in a subreddit you name is read. If Reddit holds something back, we fill the gap or show it.",
  ],
  ["Never twice", "One match, one message. However often a post is read, you hear of it once."],
  [
    "Always visible",
    "When we last read, what we found, what we sent: it is on your screen, not in our logs.",
  ],
] as const;

export function Promises() {
  return (
    <section aria-label="The promise" className="relative overflow-hidden bg-night text-night-ink">
      <Radius radii={[120, 220, 320, 420, 520]} className="top-1/2 left-[calc(100%-7rem)] text-night-line" />
      <dl className={`${wide} relative grid gap-8 py-16 sm:py-22 lg:grid-cols-3 lg:gap-12`}>
        {promises.map(([title, text]) => (
          <div key={title}>
            <dt className={`${sectionTitle} mb-3 font-[650]`}>{title}</dt>
            <dd className="max-w-80 text-night-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
