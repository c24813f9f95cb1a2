import { hash, Random } from "../random";
import { business } from "./corpus/business";
import { code } from "./corpus/code";
import { world } from "./corpus/foreign";
import { freelance } from "./corpus/freelance";
import { german } from "./corpus/german";
import { matchedFor } from "./corpus/matches";
import { home } from "./corpus/home";
import { kitchen } from "./corpus/kitchen";
import { money } from "./corpus/money";
import { oddities } from "./corpus/edge-cases";
import { ornaments } from "./corpus/ornaments";
import { authorName, fill, type Said } from "./corpus/slots";
import type { Bank } from "./corpus/story";
import { talk } from "./corpus/talk";
import type { Content, EntryKind, Parent, Shape } from "./entry";
import { postFullname } from "./ids";
import type { Slot, Stream } from "./stream";
import type { Subreddit, Topic } from "./subreddits";

const banks: Record<Topic, Bank> = { business, freelance, code, money, kitchen, home, talk, german, world };

/** Input for composing an item. The same order always gives the same item. */
export interface Order {
  kind: EntryKind;
  subreddit: Subreddit;
  seed: number;
  keyword: string | null;
  atMs: number;
}

const shares: readonly (readonly [Shape, number])[] = [
  ["link", 0.1],
  ["link-with-text", 0.05],
  ["crosspost", 0.05],
  ["gallery", 0.04],
  ["poll", 0.04],
  ["image", 0.06],
  ["video", 0.02],
];

export class Composer {
  readonly #stream: Stream;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  write(order: Order): Content {
    const random = new Random(order.seed);
    return order.kind === "post" ? this.#post(order, random) : this.#comment(order, random);
  }

  #post(order: Order, random: Random): Content {
    const bank = banks[order.subreddit.topic];
    const shape = order.keyword === null ? shapeFor(random, bank) : matchShape(random);
    const isLink = shape === "link" || shape === "link-with-text";
    const { title, text } = order.keyword === null ? storyOf(bank, random) : matchPost(order.keyword, random);
    const link = isLink ? random.pick(bank.links) : undefined;
    return {
      title: link === undefined ? title : fill(link.title, random),
      text: textFor(shape, text, random),
      author: random.chance(0.03) ? null : authorName(random),
      shape,
      url: link === undefined ? getAddress(shape, order.seed) : link.url.replace("&amp;", "&"),
      over18: order.keyword === null && random.chance(0.02),
      spoiler: random.chance(0.02),
      flair: random.chance(0.6) ? random.pick(bank.flairs) : null,
      edited: random.chance(0.05),
      parent: shape === "crosspost" ? this.#crossposted(order, { title, text }) : null,
      options: shape === "poll" ? ["Yes", "No", "Only on weekdays", "I just want to see the results"] : [],
      captions: shape === "gallery" ? ["before", "half-way", ""] : [],
      raw: order.keyword === null && random.chance(0.06) ? random.pick(oddities) : null,
    };
  }

  #comment(order: Order, random: Random): Content {
    const bank = banks[order.subreddit.topic];
    const own = order.keyword === null ? bank.comments : matchedFor(order.keyword).comments;
    const text = fill(random.pick(own), random);
    const parent = this.#parent(order);
    return {
      title: "",
      text: random.chance(0.12) ? `${text}\n\n${random.pick(ornaments)}` : text,
      author: random.chance(0.03) ? null : authorName(random),
      shape: "self",
      url: null,
      over18: parent.over18,
      spoiler: false,
      flair: null,
      edited: random.chance(0.05),
      parent,
      options: [],
      captions: [],
      raw: null,
    };
  }

  /** A crosspost about a keyword: only the parent contains the words. */
  #crossposted(order: Order, said: { title: string; text: string }): Parent {
    if (order.keyword === null) return this.#parent(order);
    return { ...withoutResponse(order), ...said, subreddit: "Bookkeeping" };
  }

  #parent(order: Order): Parent {
    const slot = this.#stream.getParent(order);
    return slot === undefined ? withoutResponse(order) : this.#reported(slot);
  }

  #reported(slot: Slot): Parent {
    // Omits a crosspost's own parent, to avoid recursion.
    const random = new Random(slot.seed);
    const bank = banks[slot.subreddit.topic];
    const shape = shapeFor(random, bank);
    const content = shape === "crosspost" ? null : this.write(slot);
    return {
      fullname: postFullname(slot.serial),
      subreddit: slot.subreddit.name,
      title: content?.title ?? storyOf(bank, random).title,
      text: content?.text ?? "",
      author: content === null ? authorName(random) : content.author,
      over18: content?.over18 ?? false,
      url: content?.url ?? null,
      createdAtSeconds: Math.floor(slot.atMs / 1000),
    };
  }
}

/** A parent from before the stream's start, used if no recent post exists. */
function withoutResponse(order: Order): Parent {
  const random = new Random(hash(order.seed, 77));
  const createdAtSeconds = Math.floor(order.atMs / 1000) - 86_400 - random.int(86_400);
  const { title, text } = storyOf(banks[order.subreddit.topic], random);
  return {
    fullname: postFullname(2_000_000_000 + random.int(100_000_000)),
    subreddit: order.subreddit.name,
    title,
    text,
    author: authorName(random),
    over18: false,
    url: null,
    createdAtSeconds,
  };
}

function storyOf(bank: Bank, random: Random): { title: string; text: string } {
  const story = random.pick(bank.stories);
  const said: Said = new Map();
  const title = fill(random.pick(story.titles), random, said);
  const paragraphs = story.paragraphs.map((paragraph) => fill(paragraph, random, said));
  if (paragraphs.length > 0 && random.chance(0.35)) paragraphs.push(random.pick(ornaments));
  if (paragraphs.length > 0 && random.chance(0.02)) paragraphs.push(...longStory(bank, random));
  return { title, text: paragraphs.join("\n\n") };
}

/** Some posts are long. */
function longStory(bank: Bank, random: Random): string[] {
  const result: string[] = [];
  while (result.join("\n\n").length < 5_000) {
    const { titles, paragraphs } = random.pick(bank.stories);
    result.push(`### ${fill(random.pick(titles), random)}`, ...paragraphs.map((one) => fill(one, random)));
  }
  return result;
}

function matchPost(keyword: string, random: Random): { title: string; text: string } {
  const post = random.pick(matchedFor(keyword).posts);
  const said: Said = new Map();
  const title = fill(post.title, random, said);
  const text = fill(post.text, random, said);
  return {
    title,
    text: random.chance(0.15) ? `${text}\n\n${random.pick(ornaments)}` : text,
  };
}

function shapeFor(random: Random, bank: Bank): Shape {
  let left = random.next();
  for (const [shape, share] of shares) {
    if (left < share) return bank.links.length > 0 || shape === "poll" ? shape : "self";
    left -= share;
  }
  return "self";
}

function matchShape(random: Random): Shape {
  const drawn = random.next();
  if (drawn < 0.06) return "crosspost";
  return drawn < 0.12 ? "poll" : "self";
}

function textFor(shape: Shape, text: string, random: Random): string {
  if (shape === "self" || shape === "poll") return text;
  // Since 2023, link posts often have text too.
  if (shape === "link-with-text") return `What do you make of this?\n\n${text.split("\n\n")[0] ?? ""}`;
  return shape === "gallery" && random.chance(0.5) ? (text.split("\n\n")[0] ?? "") : "";
}

function getAddress(shape: Shape, seed: number): string | null {
  const name = (seed >>> 0).toString(36).padStart(8, "k");
  if (shape === "image") return `https://i.redd.it/${name}.jpeg`;
  if (shape === "video") return `https://v.redd.it/${name}`;
  return null;
}
