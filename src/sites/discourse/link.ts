import type { LinkedItem } from "@/domain/site";
import { fullnameOf, placeOf } from "./address";

const path = /^\/p\/(\d{1,15})(?:\/\d+)?\/?$/;

/** The post that its own address names. An address within its topic does not say which it is. */
export function itemOfLink(address: string): LinkedItem | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  const place = placeOf(address);
  if (place === null || !URL.canParse(whole)) return null;
  const number = path.exec(new URL(whole).pathname)?.[1];
  return number === undefined ? null : { fullname: fullnameOf(place, Number(number)), place };
}
