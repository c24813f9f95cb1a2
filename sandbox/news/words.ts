/** Texts of generated articles. '{k}' stands for the keyword, '{n}' for a number. */
export const headlines = [
  "Council approves plan number {n} for the old harbour",
  "Ferry line adds {n} crossings before the holidays",
  "Library reopens after repairs that took {n} weeks",
  "Orchards report the best harvest in {n} years",
  "Night train {n} returns to the timetable",
  "Researchers count {n} species in a city pond",
];
export const matchingHeadlines = [
  "How {k} changed bookkeeping for {n} small firms",
  "Start-up behind {k} opens office number {n}",
];
export const descriptions = [
  "The decision was announced on Monday, after a long debate.",
  "Residents had asked for the change since spring, a spokesperson said.",
  "It is the first time in a decade &amp; the largest project so far.",
  "Subscribe to our newsletter for more local news.",
];
export const outlets: readonly { domain: string; name: string }[] = [
  { domain: "www.harbour-herald.example", name: "Harbour Herald" },
  { domain: "morning-courier.example", name: "The Morning Courier" },
  { domain: "valley-gazette.example", name: "valley-gazette.example" },
  { domain: "tagblatt.example", name: "Tagblatt" },
  { domain: "m.city-observer.example", name: "City Observer" },
];
export const authors = ["Jo Doe", "A. Lindqvist", "", "", "Staff writer", ""];
