/** Texts of generated posts. '{k}' stands for the keyword. */
export const titles = [
  "Moved my {thing} to a small server at home",
  "What do you use for {thing}?",
  "PSA: the new release breaks {thing}",
  "A year with {thing}, a report",
];
export const things = ["photo library", "calendar", "password manager", "music collection", "bookkeeping"];
export const texts = [
  "It took a *weekend*. Ask me anything.",
  "::: spoiler Details\nTwo containers and a proxy.\n:::\n\nSee !selfhosted@tidepool.example for more.",
  "No idea yet. Suggestions?",
];
export const replies = [
  "Same here, works well.",
  "This, and keep a backup.\n\n[CC BY-NC-SA 4.0](https://creativecommons.org/licenses/by-nc-sa/4.0/)",
  "@mira@reef.example knows more about this.",
];
export const matchingTitles = ["Is anybody using {k} for this?", "Replaced a spreadsheet with {k}"];
export const matchingTexts = [
  "We did {k} by hand for years.",
  "If {k} is what you need, look at the *templates*.",
];
export const names = ["mira", "otto_k", "sable", "june", "quillon"];
export const communities = ["selfhosted", "smallbiz", "music"];
