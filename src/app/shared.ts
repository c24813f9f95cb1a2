import type { Shared } from "@/domain/shared-link";

type Value = string | string[] | undefined;
export type SharedSearch = Promise<{ check?: Value; text?: Value; title?: Value }>;

const single = (value: Value) => (typeof value === "string" ? value : undefined);

export async function sharedIn(search: SharedSearch): Promise<Shared> {
  const { check, text, title } = await search;
  return { check: single(check), text: single(text), title: single(title) };
}
