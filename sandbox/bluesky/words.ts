/** Texts of generated posts. '{k}' stands for the keyword. */
export const texts = [
  "The ferry was late and nobody minded",
  "おはようございます。今日もいい天気ですね",
  "ㅋㅋㅋㅋ",
  "Small rant about chairs, continued below 🧵",
  "I have used three of these and the second was the best.\n\nIt answers on a Sunday, and the export opens in everything that I tried so far.",
  "Heute über Zeiterfassung geschrieben: was ich gelernt habe und was ich anders machen würde.",
  "is it me or is the moon bigger than usual",
  "Wir suchen noch eine Band für Samstag",
  "done. finally. going to sleep",
  "*clears throat* snake_case is fine, actually",
];
export const replies = ["this", "😂", "Same here, since the update.", "Where did you find it?", "gracias!"];
export const matchTexts = [
  "Does anybody here have an opinion on {k}? Asking for a friend",
  "Three weeks of {k} now and I am not going back",
  "hot take: {k} is a spreadsheet with manners",
];
export const linked = [
  { title: "How we count hours", shown: "example.org/posts/how-we-co…", path: "/posts/how-we-count-hours" },
  { title: "A field guide to lighthouses", shown: "example.org/lighthouses", path: "/lighthouses?from=bsky" },
];
export const names = [
  "ferrywoman",
  "lampwright",
  "quietdisk",
  "oldnet",
  "mjx",
  "harbourside",
  "tuesday",
  "moss",
];
