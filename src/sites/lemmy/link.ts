import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { getFullname, getHost, getPlace, type ItemLetter } from "./address";

const number = /^\d{1,15}$/;

/** Returns the post or comment that a URL of an instance names. Its ids only exist on that instance. */
export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  const place = url && getPlace(url.origin);
  if (url === null || place === null) return null;
  const item = itemAt(pathParts(url), url.hash);
  const host = getHost(place);
  return item && { fullname: getFullname(host, item.letter, item.id), place: host };
}

function itemAt(
  [page = "", id = "", ...rest]: string[],
  hash: string,
): { letter: ItemLetter; id: number } | null {
  // PieFed: '/c/movies@piefed.example/p/12/the-title'.
  if (page === "c" && rest[0] === "p") return itemAt(["post", rest[1] ?? ""], hash);
  if (!number.test(id)) return null;
  if (page === "comment") return { letter: "c", id: Number(id) };
  if (page !== "post") return null;
  const inHash = /^#comment[_-](\d{1,15})$/.exec(hash)?.[1];
  // '/post/12/34' and '/post/12/comment/34'.
  const comment = inHash ?? (rest[0] === "comment" ? rest[1] : rest[0]);
  return comment !== undefined && number.test(comment)
    ? { letter: "c", id: Number(comment) }
    : { letter: "p", id: Number(id) };
}
