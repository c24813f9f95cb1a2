import { api } from "@/contract/browser";
import { sent } from "./use-watches";

const atOnce = 1_000;

/** Deletes watches, but keeps their notifications. */
export async function deleteWatches(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce)
    await sent(api.call("deleteWatches", { body: { ids: ids.slice(at, at + atOnce) } }));
}
