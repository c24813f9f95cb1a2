import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as watchRoute from "@/app/api/keywords/[id]/route";
import * as notRelevant from "@/app/api/notifications/[id]/not-relevant/route";
import type { NotRelevantResponse } from "@/contract/not-relevant";
import type { WatchView } from "@/contract/watch";
import { newId } from "@/server/platform/ids";
import { countedNewest } from "@/server/watches/exclusions";
import { prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;
const places = { subreddits: ["all"] };
const openedAt = new Date();

const requested = (person: Person, id: string) =>
  person.request<NotRelevantResponse & { code?: string }>(
    notRelevant,
    "POST",
    `/notifications/${id}/not-relevant`,
    {
      params: { id },
    },
  );

/** Creates 40 matches of a watch: 12 with "show hn", 5 in another place, 3 by one author (1 opened). */
async function arrange(plan: "free" | "pro" = "pro") {
  const person = await signedIn(plan);
  const watch = await createWatch(person.user, { keyword: "tide", ...places });
  const made = [];
  for (let at = 0; at < 40; at++) {
    const item = {
      title: at < 12 ? `Show HN: Tide, ${at}` : `Tide ${at}`,
      content: at === 0 ? "We are shipping it, of course." : "Nothing of note.",
      author: at < 3 ? "rsimms" : `somebody${at}`,
      place: at < 5 ? "programming" : "smallbusiness",
    };
    made.push(await createNotification(watch, { item, ...(at === 1 && { openedAt }) }));
  }
  return { person, watch, ids: made.map(({ notification }) => notification.id), made };
}

test("counts each suggestion over the watch's matches, and applies an accepted one", async () => {
  const { person, watch, ids } = await arrange();
  const { body, status } = await requested(person, ids[0]!);
  expect(status).toBe(200);
  expect(body).toEqual({
    expression: null,
    suggestions: [
      {
        kind: "words",
        text: "show hn",
        expression: 'tide -"show hn"',
        hides: 12,
        of: 40,
        openedAmongHidden: 1,
      },
      {
        kind: "place",
        text: "r/programming",
        expression: "tide -in:programming",
        hides: 5,
        of: 40,
        openedAmongHidden: 1,
      },
      {
        kind: "author",
        text: "u/rsimms",
        expression: "tide -author:rsimms",
        hides: 3,
        of: 40,
        openedAmongHidden: 1,
      },
    ],
  });
  const { expression } = body.suggestions[0]!;
  const params = { id: watch.id };
  const put = await person.request<{ watch: WatchView }>(watchRoute, "PUT", `/keywords/${watch.id}`, {
    params,
    body: { expression },
  });
  expect(put.body.watch).toMatchObject({ expression, keyword: "tide" });
  // Matches hidden by the new expression no longer count.
  expect((await requested(person, ids[0]!)).body).toEqual({ expression, suggestions: [] });
  const rest = await requested(person, ids[13]!);
  expect(rest.body).toMatchObject({ expression, suggestions: [{ text: "u/somebody13", hides: 1, of: 28 }] });
});

test("ignores deleted matches and counts other rows of a mention", async () => {
  const { person, watch, ids, made } = await arrange();
  await prisma().notification.update({ where: { id: ids[2] }, data: { deletedAt: new Date() } });
  await prisma().item.update({
    where: { fullname: made[3]!.item.fullname },
    data: { blankedAt: new Date() },
  });
  // The mention was opened through the notification of another watch.
  const lead = await createWatch(person.user, { keyword: "show", ...places });
  const { notification } = await createNotification(lead, {
    openedAt,
    item: { fullname: made[4]!.item.fullname },
  });
  await prisma().notification.update({ where: { id: ids[4] }, data: { leadId: notification.id } });
  const { body } = await requested(person, ids[0]!);
  expect(body.suggestions[0]).toMatchObject({ text: "show hn", hides: 10, of: 38, openedAmongHidden: 2 });
  // The watch was deleted, and with it the full text.
  await prisma().watch.delete({ where: { id: watch.id } });
  expect((await requested(person, ids[0]!)).body).toEqual({ expression: null, suggestions: [] });
  expect((await requested(person, ids[2]!)).status).toBe(404);
});

test("shows the name of an author excluded by account id", async () => {
  const { person, ids, made } = await arrange();
  const fullnames = made.slice(0, 3).map(({ item }) => item.fullname);
  const author = { author: "rsimms.example", authorId: "did:plc:rsimms" };
  await prisma().item.updateMany({ where: { fullname: { in: fullnames } }, data: author });
  const { body } = await requested(person, ids[0]!);
  expect(body.suggestions.at(-1)).toMatchObject({
    ...{ kind: "author", text: "u/rsimms.example", hides: 3 },
    expression: expect.stringContaining("did:plc:rsimms") as string,
  });
});

test("counts only the latest of 20,000 matches", async () => {
  const { person, watch, made, ids } = await arrange();
  const { item, notification } = made[0]!;
  const others = 20_000;
  await prisma().$executeRaw`
    INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "createdAt", "storedAt", "checkedAt")
    SELECT ${item.fullname} || g, 'post', 'reddit', 'other', 'Tide ' || g, repeat('Some text of note. ', 50), 'https://example.com', 'x' || g, now(), now(), now()
    FROM generate_series(1, ${others}::int) g`;
  await prisma().$executeRaw`
    INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt", "revision")
    SELECT gen_random_uuid(), ${watch.userId}::uuid, ${watch.id}::uuid, ${item.fullname} || g, 'reddit', 'other', 'tide', ${notification.userKeywordId}::uuid, now() - g * interval '1 minute', 1
    FROM generate_series(1, ${others}::int) g`;
  const { body } = await requested(person, ids[0]!);
  expect(body.suggestions[0]).toMatchObject({ text: "show hn", of: countedNewest });
});

test("does not suggest common words, and requires Pro", async () => {
  const { person, ids } = await arrange();
  const now = new Date();
  const until = new Date(now.getTime() + 3_600_000);
  await prisma().recentItem.createMany({
    data: Array.from({ length: 30 }, (_, at) => ({
      ...{
        fullname: `t3_common${newId()}`,
        kind: "post" as const,
        site: "reddit",
        place: "common",
        createdAt: now,
      },
      ...{ seenAt: now, forgetAt: until, textUntil: new Date(until.getTime() + 3_600_000 * 24) },
      content: { title: at < 10 ? "Show HN: x" : "y", body: "", url: "https://example.com", over18: false },
    })),
  });
  const { body } = await requested(person, ids[0]!);
  expect(body.suggestions.map(({ kind }) => kind)).toEqual(["place", "author"]);

  const free = await arrange("free");
  const refused = await requested(free.person, free.ids[0]!);
  expect([refused.status, refused.body.code]).toEqual([403, "PRO_REQUIRED"]);
});
