import type { ReactNode } from "react";
import { addressedChannels, channelTitles, type ChannelWord } from "@/domain/delivery/channel-names";
import { ChannelIcon } from "@/ui/channel-icon";
import { MarkedText } from "@/ui/marked-text";
import type { SampleMatch } from "./sample";

export function MoreFeatures({ sample, hasTelegram }: { sample: SampleMatch; hasTelegram: boolean }) {
  return (
    <div className="mt-4 grid overflow-hidden rounded-xl border border-line bg-surface lg:grid-cols-2">
      <Half
        title="See it before you save"
        text="Every keyword comes with a forecast: real posts from the last two days, while you type."
        picture={<Forecast sample={sample} />}
      />
      <Half
        title="Alerts where you work"
        text={`Paste a webhook URL${hasTelegram ? " or connect Telegram" : ""}. We send a test and show you that it arrived.`}
        picture={<Channels hasTelegram={hasTelegram} />}
      />
    </div>
  );
}

function Half({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <article className="not-first:border-t not-first:border-line lg:not-first:border-t-0 lg:not-first:border-l">
      <div
        aria-hidden="true"
        className="grid min-h-52 content-center justify-items-center border-b border-line bg-sunken p-4 text-14 sm:h-60 sm:p-6"
      >
        {picture}
      </div>
      <div className="p-6">
        <h3 className="mb-2 text-20">{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
    </article>
  );
}

const bars = [0, 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 2];

function Forecast({ sample }: { sample: SampleMatch }) {
  return (
    <div className="w-full max-w-88 rounded-lg border border-line bg-surface px-5 py-4">
      <p className="flex items-baseline gap-2 text-ink-2">
        <b className="text-30 leading-none font-semibold tracking-[-.03em] text-ink">13</b>
        matches, about 7 a day
      </p>
      <div className="mt-2 flex h-10 items-end gap-0.5">
        {bars.map((count, at) => (
          <span
            key={at}
            className={`flex-1 rounded-t-[2px] ${at === bars.length - 1 ? "bg-accent" : count === 0 ? "bg-line" : "bg-bar"} ${["h-0.5", "h-1/2", "h-full"][count]}`}
          />
        ))}
      </div>
      <p className="matched mt-2 text-16">
        <MarkedText text={sample.short} keyword={sample.keyword} />
      </p>
    </div>
  );
}

const channels: readonly ChannelWord[] = [
  "email",
  ...addressedChannels.slice(1),
  "telegram",
  "webhook",
  "push",
];

function Channels({ hasTelegram }: { hasTelegram: boolean }) {
  const shown = channels.filter((name) => hasTelegram || name !== "telegram");
  return (
    <ul className="grid w-full max-w-104 grid-cols-4 gap-2 sm:gap-3">
      {shown.map((name) => (
        <li
          key={name}
          className="grid justify-items-center gap-1.5 rounded-lg border border-line bg-surface px-1 pt-3.5 pb-2.5 text-13 font-medium text-ink-2"
        >
          <ChannelIcon channel={name} className="size-4.5 stroke-[1.75]" />
          {channelTitles[name]}
        </li>
      ))}
    </ul>
  );
}
