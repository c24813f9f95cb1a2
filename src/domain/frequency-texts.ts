import { counted } from "./counted";
import { freeRealtimeMs, proRealtimeMs } from "./plans";

/** How often emails can go out, each with what it means. */
export const frequencyTexts = {
  realtime: {
    label: "Real-time (immediate)",
    hint: `At once; what follows within ${counted(proRealtimeMs / 1000, "second")} comes together, on Free within ${counted(freeRealtimeMs / 60_000, "minute")}.`,
  },
  hourly: { label: "Hourly digest", hint: "At the full hour, with the matches of that hour." },
  daily: {
    label: "Daily digest",
    hint: "Once a day in your time zone, at 08:00 unless you choose another hour, with the matches of the day.",
  },
} as const;
export type Frequency = keyof typeof frequencyTexts;
export const frequencies = Object.keys(frequencyTexts) as Frequency[];
