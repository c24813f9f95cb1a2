import { isIP } from "node:net";
import { isUrl } from "@/domain/url";

/** As rows name the site. */
export const SITE_ID = "discourse";
const mostLength = 253;

/** A forum's host as places name it, out of any address of its pages; null for what is none. */
export function placeOf(typed: string): string | null {
  const bare = typed.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (/\s/.test(bare) || !isUrl(whole)) return null;
  const url = new URL(whole);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replace(/\.$/, "");
  const isHost = host.includes(".") || isIP(host.replace(/[[\]]/g, "")) > 0 || url.port !== "";
  if (!isWeb || !isHost || url.username !== "" || url.password !== "") return null;
  const place = url.port === "" ? host : `${host}:${url.port}`;
  return place.length > mostLength ? null : place;
}

/** Where a forum is asked: by https, but for one with a port, which only an operator's own network has. */
export function originOf(place: string): string {
  return `${/:\d+$/.test(place) ? "http" : "https"}://${place}`;
}

export function fullnameOf(place: string, number: number): string {
  return `${place}:post:${number}`;
}

/** A post's own address, which leads to it wherever its topic is moved. */
export function urlOf(place: string, number: number): string {
  return `${originOf(place)}/p/${number}`;
}

/** What stands at a place in a topic, of which only the forum knows the number. */
export function topicName(place: string, at: { topic: number; inTopic: number }): string {
  return `${place}:topic:${at.topic}:${at.inTopic}`;
}

/** Where a forum is asked for the post of a fullname, or of a place in a topic; null for what is neither. */
export function questionOf(fullname: string): { place: string; path: string } | null {
  const parted = partedFullname(fullname);
  if (parted !== null) return { place: parted.place, path: `/posts/${parted.number}.json` };
  const [, place, topic, inTopic] = /^(.+):topic:(\d{1,15}):(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, path: `/posts/by_number/${topic}/${inTopic}.json` };
}

/** The forum and the number of a fullname; null for what is no post's here. */
export function partedFullname(fullname: string): { place: string; number: number } | null {
  const [, place, number] = /^(.+):post:(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, number: Number(number) };
}
