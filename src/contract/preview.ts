import type { MismatchReason } from "@/domain/matching/explain";
import { entityId, exampleCount, exampleText, moment } from "./entity";
import { explainedPart, expressionProblem } from "./expression";
import { placeField, wireSite } from "./place";
import { placeView } from "./place-queries";
import { maxKeywordLength } from "./watch";
import * as z from "./zod";

const exampleItem = z.object({
  title: exampleText("Tidewater answered on a Sunday"),
  site: exampleText("reddit"),
  place: placeView.omit({ site: true }),
  subreddit: exampleText("webdev"),
  content: exampleText("Wrote at ten, had a fix by breakfast."),
  url: exampleText("https://www.reddit.com/r/webdev/comments/1p3vxyz/"),
  kind: z.enum(["post", "comment"]),
  createdAt: moment,
  over18: z.boolean(),
});
export type ExampleItem = z.infer<typeof exampleItem>;

/** POST /api/keywords/preview: the matches a draft would have among the stored items. */
export const previewResponse = z.object({
  preview: z.object({
    /** Number of stored items in the draft's places, and the hours they cover. */
    items: exampleCount(480),
    hours: exampleCount(48),
    matched: exampleCount(3),
    /** Stored items that match: the number that look-back adds. Differs from the estimate `matched` if `isAbout`. */
    storedMatches: exampleCount(3),
    /** True if time ran out, so only some items were searched. Absent: all were. */
    isPartial: z.literal(true).optional(),
    /** True if some places are only sampled, so the counts are estimates. Absent: the counts are exact. */
    isAbout: z.literal(true).optional(),
    /** Matches over time: equal parts of the time range, oldest first. */
    histogram: z.array(z.number()).default([]),
    /** By site, most matches first. */
    bySite: z
      .array(
        z.object({
          site: exampleText("reddit"),
          name: exampleText("Reddit"),
          places: exampleCount(1),
          matched: exampleCount(3),
        }),
      )
      .default([]),
    isBroad: z.boolean(),
    /** Share of matched items, 0 to 1, and whether it is high enough that the form asks before saving. */
    share: exampleCount(0.006),
    asksFirst: z.boolean(),
    /** If the form asks: narrower alternatives with their number of matches. */
    suggestions: z
      .array(
        z.object({
          kind: z.enum(["whole-words", "titles", "keyword", "must-not"]),
          /** The replacement keyword, or the words to exclude. */
          words: z.array(z.string()),
          matched: exampleCount(3),
        }),
      )
      .default([]),
    /** Problems found in the expression by lookups and in the stored items: no such author, a common word. */
    problems: z.array(expressionProblem),
    /** The number of emails that would have been sent, by frequency. */
    mails: z.object({ realtime: exampleCount(3), hourly: exampleCount(2), daily: exampleCount(2) }),
    examples: z.array(exampleItem),
  }),
});
export type PreviewResponse = z.infer<typeof previewResponse>;

const sampleItem = z.object({
  site: exampleText("reddit"),
  place: placeView.omit({ site: true }),
  text: exampleText("Show HN: Tidewater"),
  createdAt: moment,
});
export type SampleItem = z.infer<typeof sampleItem>;

/** POST /api/preview: a name or a URL, before there is an account. */
export const publicPreviewQuery = z
  .object({
    keyword: z
      .string({ error: "keyword is a required field" })
      .trim()
      .min(1, { error: "keyword is a required field", abort: true })
      .max(maxKeywordLength, `keyword must be at most ${maxKeywordLength} characters`),
  })
  .meta({ examples: [{ keyword: "tidewater" }] });
export type PublicPreviewQuery = z.infer<typeof publicPreviewQuery>;

/** Matches of the last two days on all sites except Reddit, and those with user-supplied URLs. */
export const publicPreviewResponse = z.object({
  count: exampleCount(3),
  isAbout: z.literal(true).optional(),
  isPartial: z.literal(true).optional(),
  sites: z.array(exampleText("hackernews")),
  /** At most three, newest first. */
  samples: z.array(sampleItem),
});
export type PublicPreviewResponse = z.infer<typeof publicPreviewResponse>;
/** POST /api/keywords/{id}/preview-change: checks recent notifications and stored items. */
export const changePreviewResponse = z.object({
  /** Items that match only after the change, only before it, and both. */
  added: z.number(),
  dropped: exampleCount(1),
  unchanged: exampleCount(11),
  /** Up to five of each, newest first. */
  samples: z.object({ added: z.array(exampleItem), dropped: z.array(exampleItem) }),
  /** True if time ran out or there are too many notifications, so only some items were checked. */
  isPartial: z.boolean(),
});
export type ChangePreviewResponse = z.infer<typeof changePreviewResponse>;

export const maxNamedLength = 300;

export const suggestQuery = z
  .object({
    text: z
      .string()
      .trim()
      .min(1, "text is a required field")
      .max(maxNamedLength, `text must be at most ${maxNamedLength} characters`),
  })
  .meta({ examples: [{ text: "tidewater.example" }] });
export type SuggestQuery = z.infer<typeof suggestQuery>;

export const suggestResponse = z.object({
  suggestions: z.array(
    z.object({
      keyword: exampleText("tidewater"),
      /** As in a watch: null means the keyword as a phrase. */
      expression: z.string().nullable(),
      reason: exampleText("Its name"),
      /** Whole-word matches in the last two days. */
      matches: exampleCount(3),
      isAbout: z.literal(true).optional(),
      titleMatches: exampleCount(1),
      /** True if it matches more than 5 % of the items. */
      isTooMany: z.boolean(),
      /** Its newest match. Null without matches. */
      sample: sampleItem.nullable(),
      /** Matches by suggested place, if there are any. */
      places: z.array(
        z.object({ site: exampleText("reddit"), name: exampleText("Reddit"), matches: exampleCount(3) }),
      ),
    }),
  ),
  /** Whole sites, and places with matches that can be watched on their own. */
  places: z.array(placeView.extend({ matches: exampleCount(3) })),
  /** Hours covered by the stored items. */
  hours: exampleCount(48),
  isPartial: z.literal(true).optional(),
});
export type SuggestResponse = z.infer<typeof suggestResponse>;

export const explainRequest = z
  .object({
    url: z.string().trim().min(1, "url is a required field").max(2_000),
  })
  .meta({ examples: [{ url: "$LINK" }] });

/**
 * not-read: we never read the item. text-gone: its text is no longer stored. would-match: only the site's
 * current version would. too-many, too-much-text: the daily limit was reached. unresolved: only the site can
 * resolve the link, and didn't. deleted: the notification was. subreddit, place: not named by the watch.
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

export function toVerdict(mismatch: MismatchReason | "matched", site: string): Verdict {
  return mismatch === "place" && site === wireSite ? placeField : mismatch;
}

const carriedBy = z.object({
  /** owed: due at `slot`, with no delivery created yet. */
  status: z.enum(["owed", "pending", "frozen", "sent", "failed", "skipped", "unknown"]),
  slot: exampleText("realtime"),
  sentAt: moment.nullable(),
  reason: z.string().nullable(),
});

export const explainResponse = z.object({
  /** The stored item, or null if we never read it. */
  item: exampleItem.omit({ content: true }).extend({ readAt: moment }).nullable(),
  /** The site's response if the text is not stored. Null without a request to the site. */
  asked: z
    .object({
      /** The title of a forum or feed, or its host. */
      siteName: exampleText("Reddit"),
      /** gone: the site doesn't show it. limited: the rate limit doesn't allow a request right now. */
      outcome: z.enum(["found", "gone", "unavailable", "limited"]),
      /** The current version on the site. Null unless found. */
      item: exampleItem.omit({ content: true }).nullable(),
    })
    .nullable(),
  explanations: z.array(
    z.object({
      watchId: entityId,
      keyword: exampleText("tidewater"),
      places: z.array(placeView),
      subreddits: z.array(exampleText("webdev")),
      verdict,
      /** The result of each part of the expression. Null without an expression or if the text is unknown. */
      parts: z.array(explainedPart).nullable(),
      notification: z.object({ _id: entityId, createdAt: moment }).nullable(),
      /** The email that contains it. Null if it isn't emailed. */
      message: carriedBy.nullable(),
    }),
  ),
  /** True if time ran out, so some watches are omitted. Absent: all are included. */
  isPartial: z.literal(true).optional(),
});
export type ExplainResponse = z.infer<typeof explainResponse>;
