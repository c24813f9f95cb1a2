import { watchDraft } from "@/contract/watch";
import { closeDatabase, prisma, transaction } from "@/server/platform/database";
import { lockUser } from "@/server/accounts/statements/accounts";
import { createWatch } from "@/server/watches/watches";
import { sitesOn } from "@/sites/registry";
import { createUser, factoryPassword } from "./factories";

/** The demo account of a local copy: Free, verified, with the three watches that Free allows. */
const email = "demo@earshot.example";
const whole = sitesOn()
  .filter(({ hasAll }) => hasAll)
  .map(({ id: site }) => ({ site, name: "all" }));
/** Where Reddit is off, all of the sites that are on. */
const within = (...subreddits: string[]) =>
  whole.some(({ site }) => site === "reddit") ? { subreddits } : { places: whole };
/** What people write about every few minutes, where nobody writes for the demo. */
const watchesOfTheWorld = ["open source", "privacy", "startup"].map((keyword) => ({
  keyword,
  places: whole,
  filters: { wholeWordOnly: true },
}));
const watchesOfTheSandbox = [
  { keyword: "invoice software", ...within("smallbusiness", "freelance", "Entrepreneur") },
  { keyword: "tidewater", ...within("smallbusiness", "freelance") },
  { keyword: "late payments", places: whole },
];

const watches = process.argv.includes("--real") ? watchesOfTheWorld : watchesOfTheSandbox;

/** Once made it belongs to whoever tries the product: a second run changes nothing. */
async function seed(now: Date): Promise<void> {
  if ((await prisma().user.count({ where: { email } })) > 0) return;
  const { id } = await createUser({
    firstName: "Maya",
    lastName: "Okafor",
    email,
    password: factoryPassword,
  });
  const account = await transaction((tx) => lockUser(tx, id));
  if (account === null) throw new Error("The demo account was not made.");
  for (const watch of watches) await createWatch(account, watchDraft.parse(watch), now);
}

await seed(new Date());
await closeDatabase();
