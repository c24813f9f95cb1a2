import * as z from "zod";
import type { Channel, Outgoing } from "@/domain/delivery/channel";
import type { Segment } from "@/domain/text/snippet";
import { vendorsGiven } from "../posted/check";
import { briefly, fitItems } from "../posted/fit";
import { type ReceiverResponse, retryLater, posted, type PostedResponse } from "../posted/posted";
import {
  getExcerpt,
  muteText,
  repeatedText,
  restText,
  getSource,
  testText,
  getTitle,
  getView,
  type MessageView,
  type ShownItem,
} from "../posted/view";
import { cut, isPage } from "../posted/words";

/** Slack allows 50 blocks, 3,000 per section, 150 per header and (undocumented) about 11,000 in all. */
const limits = { items: 20, excerpt: 500, heading: 140, url: 1_500, all: 9_500, rest: 200, brief: 5 };

const userInput = vendorsGiven({
  name: "slack",
  hosts: /^hooks\.(?:slack|slack-gov)\.com$/,
  path: /^\/(?:services|workflows|triggers)\/./,
  fault: "Enter a Slack incoming webhook URL (it starts with https://hooks.slack.com/services/)",
});

export const slack: Channel<PostedResponse[]> = {
  ...posted({
    isVendors: userInput.isVendors,
    spacingMs: 1_000,
    knowsRepetition: false,
    postingOf,
    toOutcome,
    shorter: { isWanted: isTooLong, postingOf: briefPostingOf },
  }),
  given: userInput,
  render: async (message) => {
    const view = getView(message, limits.excerpt);
    const heading = cut(view.heading, limits.heading);
    const above = [{ type: "header", text: { type: "plain_text", text: heading, emoji: false } }];
    const below = [
      ...view.notes.map((text) => richText([{ type: "text", text }])),
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
    const max = limits.all - limits.rest - lengthOf([heading, above, below, repeated]);
    const items = view.items.slice(0, limits.items);
    const shown = fitItems(items, { max, render: itemBlock, sizeOf: lengthOf });
    const rest = restText(view, shown.length);
    const blocks = [
      ...above,
      ...(view.isTest ? [richText([{ type: "text", text: testText }])] : shown),
      ...(rest === null ? [] : [richText([{ type: "text", text: rest }])]),
      ...below,
    ];
    return { count: view.total, message: { text: escaped(heading), blocks, brief: briefText(view) } };
  },
};

/** Length of a message part as Slack counts it. */
function lengthOf(part: unknown): number {
  return escaped(JSON.stringify(part)).length;
}

/** Plain text fallback if Slack rejects the blocks. */
function briefText(view: MessageView): string {
  const items = view.items.slice(0, limits.brief).map(briefly);
  const lines = [
    view.heading,
    ...items.map((item) => `${getTitle(item)} ${item.url}`.trim()),
    restText(view, items.length) ?? "",
    view.links.notifications,
  ];
  return escaped(lines.filter((line) => line !== "").join("\n"));
}

type Part = Record<string, unknown>;

/** Rich text isn't parsed as markup, so user content is shown verbatim and can't mention anyone. */
function richText(elements: Part[]): Part {
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function itemBlock(item: ShownItem): Part {
  const title = getTitle(item);
  const heading =
    item.url !== "" && item.url.length <= limits.url
      ? { type: "link", url: item.url, text: title, style: { bold: true } }
      : { type: "text", text: title, style: { bold: true } };
  const runs = getExcerpt(item).map(run);
  const excerpt = runs.length === 0 ? [] : [{ type: "text", text: "\n" }, ...runs];
  return richText([{ type: "text", text: `${getSource(item)}\n` }, heading, ...excerpt]);
}

function run({ text, isHeard }: Segment): Part {
  return isHeard ? { type: "text", text, style: { bold: true } } : { type: "text", text };
}

/** Slack requires it, and mentions start with these. Markup is off separately: asterisks would be bold. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const rendered = z.object({ text: z.string(), blocks: z.array(z.unknown()), brief: z.string() });
const repeated = richText([{ type: "text", text: repeatedText, style: { italic: true } }]);

function postingOf({ message, isUnclear }: Outgoing) {
  const { text, blocks } = rendered.parse(message);
  return getBody({ text, blocks: [...(isUnclear ? [repeated] : []), ...blocks] });
}

function briefPostingOf({ message, isUnclear }: Outgoing) {
  const { brief } = rendered.parse(message);
  return getBody({ text: isUnclear ? `${repeatedText}\n${brief}` : brief });
}

function getBody(message: { text: string; blocks?: unknown[] }) {
  return { body: JSON.stringify({ ...message, mrkdwn: false, unfurl_links: false, unfurl_media: false }) };
}

/** Slack's error codes for invalid blocks and for messages that are too long. */
function isTooLong({ status, text }: ReceiverResponse): boolean {
  return status === 400 && /^\w*(?:blocks|too_long|too_many)\w*$/.test(text.trim());
}

/** Slack's error codes for webhooks and channels that no longer accept messages. */
const isGone =
  /^(?:no_service|no_service_id|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token|action_prohibited)$/;

function toOutcome(response: ReceiverResponse) {
  const { status, text } = response;
  if (isPage(text)) return retryLater(response);
  if (status === 200) return { kind: "sent", id: null } as const;
  if ((status === 403 || status === 404 || status === 410) && isGone.test(text.trim()))
    return { kind: "gone", reason: String(status) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  return retryLater(response);
}
