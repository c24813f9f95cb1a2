import { z } from "zod";
import type { Channel, Outgoing } from "@/domain/channel";
import type { Segment } from "@/domain/passage";
import { vendorsGiven } from "../posted/check";
import { type Heard, laterOf, posted, type PostedAnswer } from "../posted/posted";
import {
  excerptOf,
  muteText,
  repeatedText,
  restText,
  sourceOf,
  testText,
  titleOf,
  viewOf,
  type ShownItem,
} from "../posted/view";
import { cut } from "../posted/words";

/** Slack's own limits are 50 blocks a message, 3,000 characters a section and 150 a header; ours stay well below. */
const limits = { items: 20, excerpt: 500, heading: 140, url: 1_500 };

const given = vendorsGiven({
  name: "slack",
  hosts: /^hooks\.(?:slack|slack-gov)\.com$/,
  path: /^\/(?:services|workflows|triggers)\/./,
  fault: "Paste the address of an incoming webhook; it begins with https://hooks.slack.com/services/",
});

/** Slack's incoming webhooks. They know no repetition. */
export const slack: Channel<PostedAnswer[]> = {
  ...posted({ isVendors: given.isVendors, spacingMs: 1_000, knowsRepetition: false, postingOf, outcomeOf }),
  given,
  render: async (message) => {
    const view = viewOf(message, limits.excerpt);
    const heading = cut(view.heading, limits.heading);
    const shown = view.items.slice(0, limits.items);
    const rest = restText(view, shown.length);
    const blocks = [
      { type: "header", text: { type: "plain_text", text: heading, emoji: false } },
      ...(view.isTest ? [richText([{ type: "text", text: testText }])] : shown.map(itemBlock)),
      ...[...(rest === null ? [] : [rest]), ...view.notes].map((text) => richText([{ type: "text", text }])),
      richText([
        { type: "link", url: view.links.notifications, text: "All matches" },
        { type: "text", text: " · " },
        { type: "link", url: view.links.settings, text: "Settings" },
        ...view.mutes.flatMap(({ keyword, url }) => [
          { type: "text", text: " · " },
          { type: "link", url, text: muteText(keyword) },
        ]),
      ]),
    ];
    return { count: view.total, message: { text: escaped(heading), blocks } };
  },
};

type Part = Record<string, unknown>;

/** Rich text is no markup: what strangers wrote is shown as it is, and mentions nobody. */
function richText(elements: Part[]): Part {
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function itemBlock(item: ShownItem): Part {
  const title = titleOf(item);
  const heading =
    item.url.length <= limits.url
      ? { type: "link", url: item.url, text: title, style: { bold: true } }
      : { type: "text", text: title, style: { bold: true } };
  const runs = excerptOf(item).map(run);
  const excerpt = runs.length === 0 ? [] : [{ type: "text", text: "\n" }, ...runs];
  return richText([{ type: "text", text: `${sourceOf(item)}\n` }, heading, ...excerpt]);
}

function run({ text, isHeard }: Segment): Part {
  return isHeard ? { type: "text", text, style: { bold: true } } : { type: "text", text };
}

/**
 * What notifications show in place of the blocks. Slack asks to escape these three whatever it is read as, and nothing else
 * starts a mention; that it isn't read as markup, where a keyword's own stars would set it bold, is said beside it.
 */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const rendered = z.object({ text: z.string(), blocks: z.array(z.unknown()) });

function postingOf({ message, isUnclear }: Outgoing) {
  const { text, blocks } = rendered.parse(message);
  const again = isUnclear ? [richText([{ type: "text", text: repeatedText, style: { italic: true } }])] : [];
  return {
    body: JSON.stringify({
      text,
      mrkdwn: false,
      blocks: [...again, ...blocks],
      unfurl_links: false,
      unfurl_media: false,
    }),
  };
}

/** Slack says in a word why nothing will ever arrive there again. */
const isGone =
  /^(?:no_service|no_service_id|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token|action_prohibited)\b/;

function outcomeOf(heard: Heard) {
  const { status, text } = heard;
  if (status === 200) return { kind: "sent", id: null } as const;
  if (status === 410 || ((status === 403 || status === 404) && isGone.test(text.trim())))
    return { kind: "gone", reason: String(status) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  return laterOf(heard);
}
