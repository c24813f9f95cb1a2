import { prisma } from "@/server/platform/database";
import { factories } from "../tests/support/e2e-person";

const hourMs = 3_600_000;
const posts = [
  {
    word: 1,
    place: "freelance",
    author: "quietledger",
    title: "Left FreshBooks after four years, here is what I use now",
    content:
      "Long story short: I moved everything to Tidewater in a weekend. The import took the old invoices with it, and *their support answered on a Sunday*. If you bill in two currencies it is worth a look.",
  },
  {
    word: 0,
    place: "smallbusiness",
    author: "harbour_bakery",
    title: "Which invoice software survives a bad connection?",
    content:
      "We sell at markets, so half of the time there is no signal. I need invoice software that works offline and does not lose what I typed.",
  },
  {
    word: 2,
    place: "freelance",
    author: "north_of_nine",
    title: "Net 60 and nobody picks up the phone",
    content:
      "Third month of late payments from the same client. I would rather have a polite robot than another call. What do you send, and when?",
  },
  {
    word: 1,
    place: "smallbusiness",
    author: "maker_of_lamps",
    title: "Tidewater or a spreadsheet for nine clients?",
    content: "Nine clients, one invoice each a month. Is Tidewater too much for that?",
  },
  {
    word: 0,
    place: "Entrepreneur",
    author: "ines_k",
    title: "Moved our invoice software twice this year",
    content: "Twice. The second time because of the fees, the first because of the reports.",
  },
];
/** Number of matches on each of the last days, ending with yesterday. */
const earlier = [2, 1, 3, 0, 4, 2, 1, 5, 3, 2, 0, 1, 4, 6, 3, 2, 5, 1, 0, 3, 7, 4, 2, 3, 5, 8, 4, 6, 5];

/** Creates an account with a month of data. */
export async function shownAccount() {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", lastName: "Okafor", email: "maya@tidewater.example" });
  // The watches start later, so new sandbox posts don't displace these.
  const activeSince = new Date(Date.now() + hourMs);
  const watches = [
    await createWatch(user, {
      activeSince,
      keyword: "invoice software",
      subreddits: ["smallbusiness", "freelance", "Entrepreneur"],
    }),
    await createWatch(user, {
      activeSince,
      keyword: "tidewater",
      subreddits: ["smallbusiness", "freelance"],
      tags: ["us"],
    }),
    await createWatch(user, {
      activeSince,
      keyword: "late payments",
      subreddits: ["freelance", "Entrepreneur"],
    }),
  ];
  const now = Date.now();
  for (const [at, { word, ...item }] of posts.entries()) {
    const matchedMs = now - (at * 0.7 + 0.05) * hourMs;
    const posted = { ...item, createdAt: new Date(matchedMs - 20_000) };
    await createNotification(watches[word]!, { createdAt: new Date(matchedMs), item: posted });
  }
  for (const [day, count] of earlier.entries()) {
    for (let at = 0; at < count; at++) {
      const createdAt = new Date(now - (earlier.length - day) * 24 * hourMs - at * hourMs);
      await createNotification(watches[(day + at) % 3]!, { createdAt, status: "read", item: { createdAt } });
    }
  }
  for (const watch of watches) {
    const { _count: matchCount, _max: latest } = await prisma().notification.aggregate({
      where: { watchId: watch.id },
      _count: true,
      _max: { createdAt: true },
    });
    const data = { matchCount, lastMatchedAt: latest.createdAt };
    await prisma().watchTotal.update({ where: { watchId: watch.id }, data });
  }
  return user;
}
