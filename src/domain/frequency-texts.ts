/** The e-mail rhythms as they are offered, each with what it means. */
export const frequencyTexts = {
  realtime: { label: "Real-time (immediate)", hint: "One e-mail per reading, with all its matches." },
  hourly: { label: "Hourly digest", hint: "At the full hour, with the matches of that hour." },
  daily: { label: "Daily digest", hint: "At 08:00 in your time zone, with the matches of the day." },
} as const;
export type Frequency = keyof typeof frequencyTexts;
export const frequencies = Object.keys(frequencyTexts) as Frequency[];
