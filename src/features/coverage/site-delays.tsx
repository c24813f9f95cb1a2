import type { Reads } from "@/contract/coverage";
import { delayText, soonText } from "@/domain/time/delay-text";

const channelWords: Readonly<Record<string, string>> = { email: "By email", push: "By push" };

type SiteDelay = Reads["delays"][number];

export function SiteDelays({ delays }: { delays: readonly SiteDelay[] }) {
  if (delays.length === 0) return null;
  return (
    <section aria-labelledby="delays" className="border-t border-line pt-3 pb-3">
      <h3 id="delays" className="font-semibold">
        Alert delay in the last hour
      </h3>
      <ul className="divide-y divide-line">
        {delays.map((delay) => (
          <li
            key={delay.site}
            className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]"
          >
            <b className="font-semibold wrap-anywhere">{delay.name}</b>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-13 lg:grid-cols-4">
              {stepsOf(delay).map(([step, value]) => (
                <div key={step}>
                  <dt className="text-ink-3">{step}</dt>
                  <dd className="font-semibold">
                    {soonText(value.p50)}{" "}
                    <span className="block font-normal text-ink-2">
                      95% within {delayText(Math.max(1, Math.ceil(value.p95)))}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stepsOf({ name, notification, ofSite, channels }: SiteDelay) {
  const steps: [string, { p50: number; p95: number }][] = [];
  if (notification !== null) steps.push(["In the app", notification]);
  for (const one of channels) steps.push([channelWords[one.channel] ?? one.channel, one]);
  if (ofSite !== null) steps.push([`Delay at ${name}`, ofSite]);
  return steps;
}
