import type { createUser } from "../../prisma/factories";
import { factories, withDatabase } from "./e2e-person";

type Person = Awaited<ReturnType<typeof createUser>>;

const unbroken = `https://example.com/${"a-path-without-any-space-".repeat(12)}`;
const title300 = `${"A title as long as Reddit lets one be, and then some more of it. ".repeat(5)}`.slice(
  0,
  300,
);
const rightToLeft = "הפקת חשבוניות ומעקב אחרי תשלומים שמאחרים: מה עובד לכם?";
const zalgo = "t̷̡̛͕̹̗i̶̧̛̦̫d̴̢̞̪̋̈́e̵̢̛͙̓w̸̛̟̏̚a̶̧̛̖̓t̷̛̘͌͝e̵̝̍̚r̸̛̙̂̕ is down again";

const posts = [
  { title: "Tidewater answered on a Sunday", content: "A fix by breakfast. I did **not** expect it." },
  { title: title300, content: unbroken },
  { title: rightToLeft, content: rightToLeft, author: "maayan_b" },
  { title: zalgo, content: zalgo },
  { title: unbroken.slice(0, 300), content: `| a | b |\n| - | - |\n| ${unbroken} | tidewater |` },
  { title: "Which tool?", content: "I left tidewater.", kind: "comment" as const, over18: true },
  {
    title: "Closed books",
    content: `${"The tidewater accounts were closed on Friday. ".repeat(9)}\n\n> Really?`,
  },
];

const longName = "a_name_of_21_letters";

/**
 * Activates a watch that names `longName`. The sandbox doesn't have this subreddit, so a poll that reads or
 * checks it would mark it as missing during a test.
 */
async function activateUnread({ id }: { id: string }): Promise<void> {
  const [site, now] = ["reddit", new Date()];
  const key = { site_name: { site, name: longName } };
  const place = { site, name: longName, displayName: longName, watchedSince: now, checkedAt: now };
  // A time more than an hour ahead would count as stored by a wrong clock.
  const read = { readAt: now, nextAttemptAt: new Date(now.getTime() + 45 * 60_000) };
  const reads = (["post", "comment"] as const).map((kind) => ({ site, place: longName, kind }));
  // In one transaction: a poll resets places without an active watch, and reads new ones.
  await withDatabase((db) =>
    db.$transaction([
      db.place.upsert({ where: key, create: place, update: place }),
      ...reads.map((one) =>
        db.placeRead.upsert({
          where: { site_place_kind: one },
          create: { ...one, ...read },
          update: read,
        }),
      ),
      db.watch.update({ where: { id }, data: { isActive: true } }),
    ]),
  );
}

/** A new account without any data. */
export async function emptyAccount(): Promise<Person> {
  const { createUser } = await factories();
  return createUser({ firstName: "Maya", lastName: "Okafor" });
}

/** A Free account with three watches and all kinds of awkward matches, in all three tabs. */
export async function fullAccount(): Promise<Person> {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", lastName: "Okafor" });
  const subreddits = ["smallbusiness", "freelance", "Entrepreneur", longName];
  const tidewater = await createWatch(user, {
    keyword: "tidewater",
    subreddits,
    tags: ["rivals"],
    isActive: false,
  });
  await activateUnread(tidewater);
  // It starts listening later, so posts that the sandbox writes during the test don't push older ones out of
  // view.
  const activeSince = new Date(Date.now() + 6 * 3_600_000);
  const late = await createWatch(user, { keyword: "late payments", subreddits: ["all"], activeSince });
  await createWatch(user, { keyword: "pneumonoultramicroscopic".repeat(4), isActive: false });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [at, item] of posts.entries()) {
    await createNotification(tidewater, { createdAt: ago(at * 5), item });
  }
  for (const status of ["unread", "read", "archived"] as const) {
    await createNotification(late, {
      createdAt: ago(50),
      status,
      item: { title: "Net 60", content: "late payments" },
    });
  }
  return user;
}

/** A Pro account whose subscription is past due, with more of everything than fits on one page. */
export async function proAccount(): Promise<Person> {
  const { createUser, createWatch, createNotification } = await factories();
  const end = new Date(Date.now() + 9 * 86_400_000);
  const subscription = {
    create: {
      status: "past_due",
      priceId: "price_monthly",
      cancelAtPeriodEnd: true,
      currentPeriodEnd: end,
      syncedAt: new Date(),
    },
  };
  const user = await createUser({ firstName: "Noor", lastName: "Haddad", subscription });
  for (let at = 0; at < 24; at++) {
    const watch = await createWatch(user, { keyword: `word number ${at}` });
    await createNotification(watch, { item: { title: `About word number ${at}`, content: "" } });
  }
  return user;
}
