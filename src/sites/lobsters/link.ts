import type { ItemKind, LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { getFullname } from "./address";

const site = /^(?:www\.)?lobste\.rs$/;
const id = /^[0-9a-z]{1,16}$/;

/** Prefers the comment in the fragment to the story. */
export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  if (url === null || !site.test(url.hostname)) return null;
  const [page = "", rawId = "", , inStory, inComment = ""] = pathParts(url);
  const shown = /^#c_([0-9a-z]{1,16})$/.exec(url.hash)?.[1];
  if (shown !== undefined) return linked("comment", shown);
  const named = rawId.replace(/\.json$/, "");
  if (page === "c" || (page === "comments" && named !== "page")) return linked("comment", named);
  if (page !== "s" && page !== "stories") return null;
  // An older form: '/s/STORY/title/comments/COMMENT'.
  return inStory === "comments" ? linked("comment", inComment) : linked("post", named);
}

function linked(kind: ItemKind, shortId: string): LinkedItem | null {
  return id.test(shortId) ? { fullname: getFullname(kind, shortId), place: "all" } : null;
}
