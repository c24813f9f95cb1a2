import { escapeHtml } from "../resend/mailbox-frame";
import { discordLines, discordMarkup } from "./discord-markup";

type Part = Record<string, unknown>;

interface Run {
  text?: string;
  url?: string;
  style?: { bold?: boolean; italic?: boolean };
  weight?: string;
  italic?: boolean;
  isSubtle?: boolean;
  selectAction?: { url?: string };
}

function link(url: string, shown: string): string {
  return `<a href="${escapeHtml(url)}">${shown}</a>`;
}

/** A text run of Slack's or Teams' rich text, which contains no markup. */
function run({ text = "", url, style, weight, italic, isSubtle, selectAction }: Run): string {
  let shown = escapeHtml(text);
  if (style?.bold === true || weight === "Bolder") shown = `<strong>${shown}</strong>`;
  if (style?.italic === true || italic === true) shown = `<em>${shown}</em>`;
  if (isSubtle === true) shown = `<span class="subtle">${shown}</span>`;
  const leadsTo = url ?? selectAction?.url;
  return leadsTo === undefined ? shown : link(leadsTo, shown);
}

const buttons = (actions: readonly { title?: string; label?: string; url?: string }[]) =>
  `<p class="buttons">${actions.map(({ title, label, url = "" }) => link(url, escapeHtml(title ?? label ?? ""))).join("")}</p>`;

/** Slack's mrkdwn, with mentions marked. */
function slackMarkup(text: string, hasStyles = true): string {
  const called = escapeHtml(text).replace(/&lt;([!@#][^&]*)&gt;/g, "<mark>$1</mark>");
  const styled = called.replace(/(?<!\w)\*(\S[^*\n]*)\*(?!\w)/g, "<strong>$1</strong>");
  return (hasStyles ? styled : called).replace(/&amp;(amp|lt|gt);/g, "&$1;");
}

function slackBlock(block: Part): string {
  if (block.type === "header") return `<h3>${escapeHtml((block.text as Run).text ?? "")}</h3>`;
  if (block.type !== "rich_text")
    return `<div>${slackMarkup((block.text as Run | undefined)?.text ?? "")}</div>`;
  const sections = block.elements as { elements: Run[] }[];
  return sections.map(({ elements }) => `<div dir="auto">${elements.map(run).join("")}</div>`).join("");
}

interface Embed {
  title?: string;
  description?: string;
  url?: string;
  timestamp?: string;
}

function discordEmbed({ title, description = "", url, timestamp }: Embed): string {
  const heading = title === undefined ? "" : discordMarkup(title);
  return `<div class="embed"><strong>${url === undefined ? heading : link(url, heading)}</strong>${discordLines(description)}<small>${escapeHtml(timestamp ?? "")}</small></div>`;
}

function teamsPart({ inlines = [], separator, size, spacing }: Part): string {
  const classes = [separator === true && "apart", size === "Small" && "small", spacing === "None" && "close"];
  return `<div class="${classes.filter(Boolean).join(" ")}">${(inlines as Run[]).map(run).join("")}</div>`;
}

/** Converts a message to HTML in the look of each receiver. */
export const looks: Readonly<Record<string, (body: string) => string>> = {
  webhook: (body) => `<pre dir="ltr">${escapeHtml(JSON.stringify(JSON.parse(body), null, 2))}</pre>`,
  slack: (body) => {
    const message = JSON.parse(body) as { text?: string; mrkdwn?: boolean; blocks?: Part[] };
    const { text = "", mrkdwn, blocks = [] } = message;
    return `${blocks.map(slackBlock).join("")}<small>Its notification: ${slackMarkup(text, mrkdwn !== false)}</small>`;
  },
  discord: (body) => {
    const { content = "", embeds = [] } = JSON.parse(body) as { content?: string; embeds?: Embed[] };
    return `${discordLines(content)}${embeds.map(discordEmbed).join("")}`;
  },
  teams: (body) => {
    const { attachments = [] } = JSON.parse(body) as { attachments?: { content?: Part }[] };
    const { body: parts = [], actions = [] } = attachments[0]?.content ?? {};
    return `${(parts as Part[]).map(teamsPart).join("")}${buttons(actions as { title?: string }[])}`;
  },
  ntfy: (body) => {
    const message = JSON.parse(body) as { title?: string; message?: string; click?: string; actions?: [] };
    const lines = (message.message ?? "").split("\n").map((line) => `<p dir="auto">${escapeHtml(line)}</p>`);
    // The tag becomes an emoji in front of the title.
    const title = `👂 ${escapeHtml(message.title ?? "")}`;
    return `<h3 dir="auto">${message.click === undefined ? title : link(message.click, title)}</h3>${lines.join("")}${buttons(message.actions ?? [])}`;
  },
};
