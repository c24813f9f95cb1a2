import type { LinkedItem } from "@/domain/item";
import { fullnameOf, placeOf, topicName } from "./address";
import { isUrl } from "@/domain/url";

const post = /^\/p\/(\d{1,15})(?:\/\d+)?\/?$/;
/** Of a topic by its number, with its words before that and the place in it behind, each of which may be missing. */
const inTopic = /^\/t\/(?:\d*[^/\d][^/]*\/)?(\d{1,15})(?:\/(\d{1,15}))?\/?$/;

/** The post that its own address names, or its place in a topic: of a topic alone what opened it. */
export function itemOfLink(address: string): LinkedItem | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  const place = placeOf(address);
  if (place === null || !isUrl(whole)) return null;
  const { pathname } = new URL(whole);
  const number = post.exec(pathname)?.[1];
  if (number !== undefined) return { fullname: fullnameOf(place, Number(number)), place };
  const [, topic, at = "1"] = inTopic.exec(pathname) ?? [];
  if (topic === undefined) return null;
  const fullname = topicName(place, { topic: Number(topic), inTopic: Number(at) });
  return { fullname, place, isByAddress: true };
}
