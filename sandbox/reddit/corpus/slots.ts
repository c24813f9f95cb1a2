import type { Random } from "../../random";

const slots: Record<string, readonly string[]> = {
  n: ["two", "three", "four", "five", "six", "seven"],
  many: ["11", "14", "18", "23", "27", "31", "40"],
  months: ["three months", "six months", "nine months", "a year", "eighteen months", "two years"],
  days: ["9", "14", "21", "30", "38", "45", "60"],
  amount: ["$340", "$480", "$1,150", "$2,400", "$3,800", "$5,200", "$7,500", "$12,000"],
  small: ["$6", "$9", "$12", "$18", "$25", "$40"],
  percent: ["4 %", "7 %", "11 %", "15 %", "22 %", "30 %"],
  hours: ["an hour", "two hours", "half a day", "a whole Saturday", "most of a week"],
  day: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  month: ["January", "March", "May", "June", "September", "October", "November"],
  city: [
    "Halifax",
    "Hamilton",
    "Leeds",
    "Tucson",
    "Portland",
    "Ghent",
    "Malmö",
    "Cork",
    "Winnipeg",
    "Québec",
  ],
  trade: [
    "bike repair shop",
    "bakery",
    "print studio",
    "cleaning company",
    "dog grooming salon",
    "framing shop",
  ],
  trade2: [
    "landscaping crew",
    "pottery studio",
    "tutoring business",
    "coffee roastery",
    "sign shop",
    "bookshop",
  ],
  role: ["illustrator", "copywriter", "front-end developer", "translator", "photographer", "UX researcher"],
  client: [
    "a law firm",
    "a dental clinic",
    "a small museum",
    "a logistics company",
    "a school board",
    "a brewery",
  ],
  family: [
    "my wife",
    "my brother",
    "my dad",
    "my business partner",
    "our oldest employee",
    "my sister-in-law",
  ],
  lang: ["TypeScript", "Go", "Rust", "Python", "Elixir", "plain JavaScript"],
  database: ["PostgreSQL", "SQLite", "MySQL", "Redis"],
  framework: ["Next", "Svelte", "Rails", "Django", "Astro", "Laravel"],
  dish: ["onion soup", "shakshuka", "ragù", "dal", "roast chicken", "mushroom risotto", "fish stew"],
  spice: ["cumin", "smoked paprika", "star anise", "white pepper", "sumac", "nutmeg"],
  tool: [
    "block plane",
    "cordless drill",
    "cast-iron pan",
    "rain jacket",
    "hand-crank grinder",
    "pair of boots",
  ],
  plant: ["tomatoes", "raspberries", "a fig tree", "leeks", "climbing beans", "an old apple tree"],
  tongue: ["Portuguese", "Finnish", "Japanese", "Welsh", "Arabic", "Italian", "Korean"],
};

/** Values already chosen for a text, so {trade} is the same from its title to its end. */
export type Said = Map<string, string>;

/** Fills in a template. '{many2}' is a second value of '{many}'. */
export function fill(template: string, random: Random, said: Said = new Map()): string {
  const chosen = template.replace(/\[([^[\]]*\|[^[\]]*)\]/g, (_, options: string) =>
    random.pick(options.split("|")),
  );
  const filled = chosen.replace(
    /(\b[Aa] )?\{([a-z]+)(\d?)\}/g,
    (whole, article = "", name = "", digit = "") => {
      const values = slots[name + digit] ?? slots[name];
      if (values === undefined) return whole;
      const value = said.get(name + digit) ?? random.pick(values);
      said.set(name + digit, value);
      return (article !== "" && /^[aeio]/i.test(value) ? `${article.trim()}n ` : article) + value;
    },
  );
  return filled.replace(/(^|[.?!] |\n(?:> |\* |\d\. )?)([a-z])(?=[a-z']+ [a-z])/g, capitalAfter);
}

function capitalAfter(_: string, before: string, letter: string): string {
  return before + letter.toUpperCase();
}

const firstNames = [
  ...[
    "quiet",
    "north",
    "copper",
    "slow",
    "paper",
    "tin",
    "lucky",
    "salted",
    "second",
    "green",
    "ink",
    "hollow",
  ],
  ...["early", "brass", "rainy", "plain", "velvet", "loud", "borrowed", "winter", "tidy", "stubborn"],
];
const lastNames = [
  ...["ledger", "otter", "harbour", "lantern", "biscuit", "pilot", "orchard", "anvil", "sparrow", "margin"],
  ...["kettle", "compass", "ferry", "postcard", "badger", "violin", "thistle", "engine", "window", "teapot"],
];

export function authorName(random: Random): string {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const form = random.int(5);
  if (form === 0) return `${first}_${last}`;
  if (form === 1) return `${first}${last}${random.int(99)}`;
  if (form === 2) return `${capital(first)}${capital(last)}`;
  if (form === 3) return `${capital(first)}-${capital(last)}-${1000 + random.int(9000)}`;
  return `${first}${last}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
