import type { Shared } from "@/domain/shared-link";

type Value = string | string[] | undefined;
export type SharedSearch = Promise<{ check?: Value; text?: Value; title?: Value }>;

/** Returns the parameter if it occurs exactly once. */
const single = (value: Value) => (typeof value === "string" ? value : undefined);

/** Reads the link to check from the query parameters. */
export async function sharedIn(search: SharedSearch): Promise<Shared> {
  const { check, text, title } = await search;
  return { check: single(check), text: single(text), title: single(title) };
}
