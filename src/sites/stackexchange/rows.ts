import { decodeHTML } from "entities";
import * as z from "zod";
import { storable } from "@/domain/reading/item";
import { toMarkdown, webDialect } from "../markup/markdown";
import type { RowKind } from "./address";

const maxBody = 100_000;
const maxTitle = 1_000;

/* Except the id, a field of the wrong type counts as absent. */
const text = z.string().nullish().catch(null);
const id = z.number().int().positive().nullish().catch(null);
const seconds = z.number().positive().nullish().catch(null);

const owner = z
  .object({ user_id: z.number().nullish().catch(null), display_name: text, link: text })
  .nullish()
  .catch(null);
const rawRow = z.object({
  ...{ question_id: id, answer_id: id, comment_id: id, post_id: id, post_type: text },
  content_license: text,
  ...{ creation_date: seconds, title: text, link: text, body: text, body_markdown: text, owner },
  tags: z.array(z.string().catch("")).nullish().catch(null),
});
type RawRow = z.infer<typeof rawRow>;

export interface Row {
  kind: RowKind;
  id: number;
  createdSeconds: number;
  /** Null if only the post that it comments on is known. */
  question: number | null;
  post: number | null;
  tags: string[] | null;
  title: string;
  body: string;
  author: string | null;
  profile: string | null;
  license: string | null;
  isBot: boolean;
  link: string | null;
}

/** Rows in the order of the response, null for each invalid one. Runs in a worker thread. */
export function parseRows(rows: readonly unknown[]): (Row | null)[] {
  return rows.map(getRow);
}

function getRow(value: unknown): Row | null {
  const { data } = rawRow.safeParse(value);
  const found = data && getId(data);
  if (!data || !found || typeof data.creation_date !== "number") return null;
  const link = linkOf(data.link);
  return {
    ...found,
    createdSeconds: Math.floor(data.creation_date),
    question: found.kind === "q" ? found.id : (data.question_id ?? questionIn(link)),
    post: found.kind === "c" ? (data.post_id ?? null) : null,
    tags: data.tags ?? null,
    title: getTitle(data, link),
    body: getBody(data),
    author: decoded(data.owner?.display_name ?? "").trim() || null,
    profile: linkOf(data.owner?.link),
    license: data.content_license ?? null,
    // The site's own account.
    isBot: data.owner?.user_id === -1,
    link,
  };
}

function getId({
  comment_id,
  answer_id,
  question_id,
  post_id,
  post_type,
}: RawRow): { kind: RowKind; id: number } | null {
  if (comment_id) return { kind: "c", id: comment_id };
  if (answer_id) return { kind: "a", id: answer_id };
  if (post_id)
    return { kind: post_type === "question" ? "q" : post_type === "answer" ? "a" : "p", id: post_id };
  return question_id ? { kind: "q", id: question_id } : null;
}

/** Titles and Markdown contain HTML entities once. */
function decoded(encoded: string): string {
  return storable(decodeHTML(encoded));
}

/** A comment's address contains its question's title: '/questions/12/the-title#comment34_12'. */
function getTitle({ title }: RawRow, link: string | null): string {
  const own = decoded(title ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const slug = /\/questions\/\d+\/([^/?#]+)/.exec(link ?? "")?.[1] ?? "";
  return (own || storable(slug.replace(/-+/g, " ")).trim()).slice(0, maxTitle);
}

function getBody({ body_markdown, body }: RawRow): string {
  const markdown =
    typeof body_markdown === "string"
      ? decoded(body_markdown)
      : toMarkdown(body ?? "", webDialect()).markdown;
  return storable(markdown).replace(/\r\n?/g, "\n").trim().slice(0, maxBody);
}

/** Links lead only to the network's own sites. */
function linkOf(link: string | null | undefined): string | null {
  const known =
    /^https:\/\/(?:[a-z\d-]+\.)*(?:stackexchange|stackoverflow|serverfault|superuser|askubuntu|stackapps)\.com\/[^\s()<>]*$|^https:\/\/(?:meta\.)?mathoverflow\.net\/[^\s()<>]*$/;
  return known.test(link ?? "") ? link! : null;
}

function questionIn(link: string | null): number | null {
  const [, found] = /\/questions\/(\d{1,15})(?:\/|#|$)/.exec(link ?? "") ?? [];
  return found === undefined ? null : Number(found);
}
