import { Radius } from "@/ui/radius";
import { sectionTitle, wide } from "./measures";

const promises = [
  [
    "Never lost",
    "We read every new post in the places you choose. If a site leaves something out, we backfill it or show you the gap.",
  ],
  ["Never twice", "One match, one alert, even if we see the post several times."],
  ["Always visible", "See when we last checked, what we found and what we sent, right in the app."],
] as const;

export function Promises() {
  return (
    <section aria-label="Our promise" className="relative overflow-hidden bg-night text-night-ink">
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
