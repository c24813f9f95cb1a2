import type { MismatchReason } from "@/domain/matching/explain";
import { entityId, moment } from "./entity";
import { explainedPart, expressionProblem } from "./expression";
import { placeField, wireSite } from "./place";
import { placeView } from "./place-queries";
import * as z from "./zod";

/** An item as an example shows it, without its author. */
const exampleItem = z.object({
  title: z.string(),
  site: z.string(),
  place: placeView.omit({ site: true }),
  /** On Reddit the place's name, elsewhere its label. */
  subreddit: z.string(),
  content: z.string(),
  url: z.string(),
  kind: z.enum(["post", "comment"]),
  createdAt: moment,
  over18: z.boolean(),
});
export type ExampleItem = z.infer<typeof exampleItem>;

/** POST /api/keywords/preview: what a draft would have matched of the items whose text is held. */
export const previewResponse = z.object({
  preview: z.object({
    /** How many items are held of the draft's places, and over how many hours they were written. */
    items: z.number(),
    hours: z.number(),
    matched: z.number(),
    /** The time was over before all items were looked at: the counts are of those that were. Absent: all were. */
    isPartial: z.literal(true).optional(),
    /** Of some of the places only a part is held: the counts stand for all of it, about. Absent: they are counted. */
    isAbout: z.literal(true).optional(),
    /** The same by when they were written: of as many equal parts of the span as there are, the oldest first. */
    bars: z.array(z.number()).default([]),
    /** And by site, the most first. */
    bySite: z
      .array(z.object({ site: z.string(), name: z.string(), places: z.number(), matched: z.number() }))
      .default([]),
    /** It matches nearly everything: more noise than news. */
    isBroad: z.boolean(),
    /** Which share of the items that is, 0 to 1; and whether it is so much that the form asks before it saves the watch. */
    share: z.number(),
    asksFirst: z.boolean(),
    /** Where it asks first: what would bring less, and how many it would be then. */
    ways: z
      .array(
        z.object({
          kind: z.enum(["whole-words", "titles", "keyword", "must-not"]),
          /** The keyword instead, or the words that must not be there. */
          words: z.array(z.string()),
          matched: z.number(),
        }),
      )
      .default([]),
    /** What is told of its expression by those who were asked, and by what was read: nobody is called so, a word is common. */
    problems: z.array(expressionProblem),
    /** How many mails that would have meant, by rhythm. */
    mails: z.object({ realtime: z.number(), hourly: z.number(), daily: z.number() }),
    examples: z.array(exampleItem),
  }),
});
export type PreviewResponse = z.infer<typeof previewResponse>;

/** What somebody names is no longer than this. */
export const longestNamed = 300;

/** POST /api/keywords/suggest: a product's name, or the address of a site. */
export const suggestQuery = z.object({
  text: z
    .string()
    .trim()
    .min(1, "text is a required field")
    .max(longestNamed, `text must be at most ${longestNamed} characters`),
});
export type SuggestQuery = z.infer<typeof suggestQuery>;

export const suggestResponse = z.object({
  suggestions: z.array(
    z.object({
      keyword: z.string(),
      /** As a watch has it: null, the keyword as a phrase. */
      expression: z.string().nullable(),
      reason: z.string(),
      /** As whole words, of all that was read in the last two days. */
      matches: z.number(),
      /** Where it came up only a part is held: the counts stand for all of it. */
      isAbout: z.literal(true).optional(),
      /** More than a twentieth of that. */
      isTooMany: z.boolean(),
      /** The same by the places that are offered, where there are any. */
      places: z.array(z.object({ site: z.string(), name: z.string(), matches: z.number() })),
    }),
  ),
  /** All of each site, and of where the words came up what can be named by itself. */
  places: z.array(placeView.extend({ matches: z.number() })),
  /** Over how many hours what is held was written. */
  hours: z.number(),
  /** The time was over before all items were looked at: the counts are of those that were. Absent: all were. */
  isPartial: z.literal(true).optional(),
});
export type SuggestResponse = z.infer<typeof suggestResponse>;

/** POST /api/keywords/explain: a link to a post or comment. */
export const explainRequest = z.object({
  url: z.string().trim().min(1, "url is a required field").max(2_000),
});

/**
 * Why a watch has an item or not: matched, or the rule by which not. not-read: the item was never read here;
 * text-gone: it was, but its text is no longer held; would-match: only what its site says now would; too-many: it was heard after the watch had recorded all that
 * its plan allows in a day; too-much-text: after the account had reached its daily text limit; unresolved: only its site can tell which item the link leads to, and did not; deleted: its notification was deleted; subreddit: on Reddit, place:
 * elsewhere, in none that the watch names; expression: what its expression asks for does not hold.
 */
export const verdict = z.enum([
  "matched",
  "subreddit",
  "place",
  "kind",
  "too-old",
  "keyword-absent",
  "only-in-body",
  "other-case",
  "part-of-word",
  "expression",
  "paused",
  "too-many",
  "too-much-text",
  "would-match",
  "not-read",
  "text-gone",
  "unresolved",
  "deleted",
]);
export type Verdict = z.infer<typeof verdict>;

/** Why an item of this site does not fit, in the answer's words. */
export function verdictOf(misfit: MismatchReason | "matched", site: string): Verdict {
  return misfit === "place" && site === wireSite ? placeField : misfit;
}

const carriedBy = z.object({
  /** owed: due at `slot`, not sealed yet. */
  status: z.enum(["owed", "pending", "frozen", "sent", "failed", "skipped", "unknown"]),
  slot: z.string(),
  sentAt: moment.nullable(),
  reason: z.string().nullable(),
});

export const explainResponse = z.object({
  /** What is known of the item, null where it was never read. */
  item: exampleItem.omit({ content: true }).extend({ readAt: moment }).nullable(),
  /** What its site said when its text is not held here; null where it was not asked. */
  asked: z
    .object({
      /** Of a forum or feed its title, else its host. */
      siteName: z.string(),
      /** gone: the site shows nothing there; limited: it may not be asked more for the moment. */
      outcome: z.enum(["found", "gone", "unavailable", "limited"]),
      /** As it stands there now; null unless found. */
      item: exampleItem.omit({ content: true }).nullable(),
    })
    .nullable(),
  explanations: z.array(
    z.object({
      watchId: entityId,
      keyword: z.string(),
      places: z.array(placeView),
      subreddits: z.array(z.string()),
      verdict,
      /** What became of each part of the watch's expression; null where it has none, or the item's text is not known. */
      parts: z.array(explainedPart).nullable(),
      notification: z.object({ _id: entityId, createdAt: moment }).nullable(),
      /** The mail that carried it; null where none was owed. */
      message: carriedBy.nullable(),
    }),
  ),
  /** The time was over before all watches were looked at: the others are left out. Absent: all were. */
  isPartial: z.literal(true).optional(),
});
export type ExplainResponse = z.infer<typeof explainResponse>;
