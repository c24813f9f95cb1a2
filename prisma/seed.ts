import { watchDraft } from "@/contract/watch";
import { closeDatabase, prisma, transaction } from "@/server/platform/database";
import { lockUser } from "@/server/accounts/statements/accounts";
import { createWatch } from "@/server/watches/watches";
import { sitesOn } from "@/sites/registry";
import { createUser, factoryPassword } from "./factories";

/** The demo account of a local installation: Free, verified, with the three watches that Free allows. */
const email = "demo@earshot.example";
const whole = sitesOn()
  .filter(({ hasAll }) => hasAll)
  .map(({ id: site }) => ({ site, name: "all" }));
/** These subreddits or, if Reddit is off, all of every enabled site. */
const inSubreddits = (...subreddits: string[]) =>
  whole.some(({ site }) => site === "reddit") ? { subreddits } : { places: whole };
/** Frequent topics for the real sites, because no demo posts are written there. */
const realWatches = ["open source", "privacy", "startup"].map((keyword) => ({
  keyword,
  places: whole,
  filters: { wholeWordOnly: true },
}));
const sandboxWatches = [
  { keyword: "invoice software", ...inSubreddits("smallbusiness", "freelance", "Entrepreneur") },
  { keyword: "tidewater", ...inSubreddits("smallbusiness", "freelance") },
  { keyword: "late payments", places: whole },
];

const watches = process.argv.includes("--real") ? realWatches : sandboxWatches;

/** Creates the demo account. Does nothing if it exists, because the user may have changed it. */
async function seed(now: Date): Promise<void> {
  if ((await prisma().user.count({ where: { email } })) > 0) return;
  const { id } = await createUser({
    firstName: "Maya",
    lastName: "Okafor",
    email,
    password: factoryPassword,
  });
  const account = await transaction((tx) => lockUser(tx, id));
  if (account === null) throw new Error("The demo account couldn't be created.");
  for (const watch of watches) await createWatch(account, watchDraft.parse(watch), now);
}

await seed(new Date());
await closeDatabase();
