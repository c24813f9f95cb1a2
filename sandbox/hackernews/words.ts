/** Texts of generated items. '{k}' stands for the keyword. */
export const titles = [
  "Show HN: A terminal for people who miss their {thing}",
  "Ask HN: What do you do about {thing} in a small team?",
  "The quiet return of {thing}",
  "How we made {thing} forty times faster by deleting it",
  "A field guide to {thing}",
  "{thing} considered harmless",
  "Launch HN: Tarpaulin (YC W26), {thing} for the rest of us",
  "I wrote my own {thing} and regret nothing",
];
export const things = [
  ...["schedulers", "build systems", "spreadsheets", "old keyboards", "type checkers", "backups", "radio"],
  ...["PostgreSQL's planner", "font rendering", "garbage collection", "lighthouses", "time zones", "ferries"],
];
export const comments = [
  "I ran this in production for six years. It never failed on its own; we always helped.",
  "The article buries the interesting part: <i>nobody measured it before</i>.<p>We did, and it was the disk.",
  'Related, from 2014: <a href="https:&#x2F;&#x2F;lwn.example&#x2F;Articles&#x2F;588196&#x2F;on-the-cost-of-being-clever" rel="nofollow">https:&#x2F;&#x2F;lwn.example&#x2F;Articles&#x2F;588196&#x2F;on-the-cost-of...</a>',
  "&gt; it is only a cache<p>It is never only a cache.",
  "Here is the whole trick:<p><pre><code>  for x in xs {\n      if !seen.insert(x) { return x }\n  }\n</code></pre>\nThe rest is error handling.",
  "Am I the only one who can&#x27;t reproduce the numbers? 5 * 3 runs, snake_case and all.",
  "This. The second system effect again, thirty years on.",
];
export const matchTitles = [
  "Ask HN: How do you deal with {k}?",
  "Show HN: We got tired of {k} and built something",
  "What ten years of {k} taught me",
];
export const matchComments = [
  "We had the same trouble with {k} for years. In the end a spreadsheet and a bell did more than software.",
  "Has anybody here got {k} right on the first try?<p>Asking for a friend with <i>many</i> customers.",
  'Not affiliated, but for {k} this was the one that we kept: <a href="https:&#x2F;&#x2F;tools.example&#x2F;compared&#x2F;2026" rel="nofollow">https:&#x2F;&#x2F;tools.example&#x2F;compared&#x2F;2026</a>',
];
export const names = [
  "tptacek_not",
  "ferryman",
  "lampwright",
  "oldnet",
  "quietdisk",
  "mjx",
  "harbourside",
  "nullable",
];
