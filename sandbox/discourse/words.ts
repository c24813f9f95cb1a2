/** Texts of generated posts. '{k}' stands for the keyword. */
export const titles = [
  "How do I move {thing} to another server?",
  "Feature request: a switch for {thing}",
  "{thing} stopped working after the update",
  "Show us your {thing}",
  "Is there a way to export {thing}?",
];
export const things = [
  ...["the mobile app", "my old backups", "two-factor sign-in", "the calendar view", "dark mode"],
  ...["a shared workspace", "the plugin list", "scheduled reports", "the import from CSV"],
];
export const openings = [
  "Since yesterday this shows an empty page. What I tried:\n\n1. signing out and in\n2. another browser\n\nAny ideas?",
  "We are a team of twelve and would love this. Is it *planned*?",
  "Here is what we came up with. See `settings.yml` for the details.",
];
export const replies = [
  "The same here, with version 3.4 on two machines.",
  '[quote="mirabel, post:1, topic:2"]\nAny ideas?\n[/quote]\n\nClear the cache first, then it works.',
  "Thanks, that did it! :tada:",
  "This is on the [roadmap](https://example.com/roadmap), no date yet.",
  "![screenshot|690x388](upload://k3jd8.png)\n\nThis is what I see.",
];
export const matchTitles = ["Does anybody use this for {k}?", "Moving away from {k}, a report"];
export const matchReplies = [
  "We did {k} by hand for years, and it never was worth it.",
  "If {k} is what you are after, have a look at the *templates*.",
];
export const names = ["mirabel", "otto_k", "sable", "june.bright", "quillon", "harbourmaster"];
