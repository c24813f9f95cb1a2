import { sharedLinkOf } from "@/domain/shared-link";

type Value = string | string[] | undefined;
export type SharedSearch = Promise<{ check?: Value; text?: Value; title?: Value }>;

/** What stands in the address as a value once; without one, nothing. */
const single = (value: Value) => (typeof value === "string" ? value : undefined);

/** The link that an address of ours was given to check. */
export function sharedIn({ check, text, title }: Awaited<SharedSearch>): string | undefined {
  return sharedLinkOf({ check: single(check), text: single(text), title: single(title) });
}
