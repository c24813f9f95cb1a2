import { Mail } from "lucide-react";
import { Mark } from "@/ui/mark";
import { Card } from "@/ui/card";
import { SiteIcon } from "@/ui/site-icon";

export interface SampleSite {
  id: string;
  name: string;
}

/** A sample alert with made-up matches on two of the enabled sites. */
export function SampleMail({ email, sites }: { email: string; sites: readonly SampleSite[] }) {
  return (
    <aside aria-label="Sample email" className="max-w-136 xl:sticky xl:top-6">
      <Card className="overflow-hidden">
        <div className="grid gap-2.5 border-b border-line px-5 py-4">
          <p className="flex items-center gap-2.5 text-13 text-ink-2">
            <Mark className="size-6" />
            <span className="min-w-0 wrap-anywhere">
              <b className="font-semibold text-ink">Earshot</b> to {email}
            </span>
          </p>
          <h3 className="text-20 tracking-[-0.02em]">2 new matches</h3>
        </div>
        <div className="divide-y divide-line pl-2">
          {sites.slice(0, samples.length).map((site, at) => {
            const { time, before, after, text } = samples[at]!;
            return (
              <div key={site.id} className="mention grid-cols-[3.75rem_minmax(0,1fr)]!">
                <p className="mention-margin">
                  <b className="font-semibold text-ink">{time}</b>
                </p>
                <div className="mention-body">
                  <p className="mention-source">
                    <SiteIcon site={site.id} />
                    <b>{site.name}</b>
                  </p>
                  <p className="mention-title">
                    {before}
                    <mark>Tidewater</mark>
                    {after}
                  </p>
                  {text !== "" && <p className="matched">{text}</p>}
                </div>
              </div>
            );
          })}
        </div>
        <p className="border-t border-line px-5 py-3 text-13 text-ink-3">
          In real time, hourly or daily. It&apos;s up to you.
        </p>
      </Card>
      <p className="mt-3 flex items-center justify-center gap-2 text-13 text-ink-3">
        <Mail className="size-4" />
        Your first email will look like this.
      </p>
    </aside>
  );
}

const samples = [
  { time: "14:03", before: "I replaced my accountant’s shoebox with ", after: "", text: "" },
  {
    time: "13:41",
    before: "",
    after: " support answered on a Sunday",
    text: "Wrote to them at ten expecting nothing, had a fix by breakfast.",
  },
];
