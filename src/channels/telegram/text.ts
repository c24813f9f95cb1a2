import type { Message } from "@/domain/delivery/message";
import { briefly, fitItems } from "../posted/fit";
import {
  getExcerpt,
  muteText,
  repeatedText,
  restText,
  getSource,
  testText,
  getTitle,
  getView,
  written,
  type ShownItem,
} from "../posted/view";
import { cut } from "../posted/words";

/** Telegram allows 4,096 characters after parsing. We count the tags too, and stay below. */
const limits = {
  items: 20,
  excerpt: 400,
  all: 3_800,
  heading: 300,
  links: 1_200,
  url: 1_500,
  rest: 40,
  brief: 5,
};

export interface TelegramText {
  html: string;
  plain: string;
  count: number;
}

export function getText(message: Message): TelegramText {
  const view = getView(message, limits.excerpt);
  const heading = `<b>${escaped(cut(view.heading, limits.heading))}</b>`;
  const links = joined([
    link(view.links.notifications, "All matches"),
    link(view.links.settings, "Settings"),
    ...view.mutes.map(({ keyword, url }) => link(url, muteText(keyword))),
  ]);
  const around = [heading, ...view.notes.map(escaped), links].join("\n\n");
  const max = limits.all - limits.rest - repeatedText.length - around.length;
  const shown = fitItems(view.items.slice(0, limits.items), {
    ...{ max, render: itemText },
    sizeOf: (text) => text.length + 2,
  });
  const rest = restText(view, shown.length);
  const parts = [
    heading,
    ...(view.isTest ? [testText] : shown),
    ...(rest === null ? [] : [rest]),
    ...view.notes.map(escaped),
    links,
  ];
  const brief = view.items.slice(0, limits.brief).map(briefly);
  const plain = [
    view.heading,
    ...brief.map((item) => `${getTitle(item)} ${item.url}`.trim()),
    restText(view, brief.length) ?? "",
    view.links.notifications,
  ];
  return {
    html: parts.join("\n\n"),
    plain: unmentioned(plain.filter((line) => line !== "").join("\n")),
    count: view.total,
  };
}

function joined(links: readonly string[]): string {
  return links.reduce((text, one) => {
    const longer = text === "" ? one : `${text} · ${one}`;
    return longer.length <= limits.links ? longer : text;
  }, "");
}

function itemText(item: ShownItem): string {
  const title = getTitle(item);
  const isLinked = item.url !== "" && item.url.length <= limits.url;
  const excerpt = written(getExcerpt(item), escaped, (text) => `<b>${escaped(text)}</b>`);
  return [
    `<i>${escaped(getSource(item))}</i>`,
    isLinked ? link(item.url, title) : `<b>${escaped(title)}</b>`,
    excerpt,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function link(url: string, text: string): string {
  return `<a href="${entities(url)}">${escaped(text)}</a>`;
}

function entities(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function escaped(text: string): string {
  return entities(unmentioned(text));
}

/** Telegram makes @name a mention in any text, notifying a group member. A joiner prevents it. */
function unmentioned(text: string): string {
  return text.replace(/@(?=\w|$)/g, "@\u2060");
}
