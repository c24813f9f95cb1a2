import { counted } from "../text/counted";
import { freeRealtimeMs, proRealtimeMs } from "../plans/plans";

export const frequencyTexts = {
  realtime: {
    label: "Real-time (immediate)",
    hint: `Sent immediately. Matches within ${counted(proRealtimeMs / 1000, "second")} of each other are combined (${counted(freeRealtimeMs / 60_000, "minute")} on Free).`,
  },
  hourly: { label: "Hourly digest", hint: "On the hour, with that hour's matches." },
  daily: {
    label: "Daily digest",
    hint: "Once a day in your time zone (08:00 by default), with that day's matches.",
  },
} as const;
export type Frequency = keyof typeof frequencyTexts;
export const frequencies = Object.keys(frequencyTexts) as Frequency[];
