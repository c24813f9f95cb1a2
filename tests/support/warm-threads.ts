import { isInThread } from "@/server/reading/site";
import { feeds } from "@/sites/feeds/feeds";
import { parseResponse } from "@/sites/feeds/parse";

/** Starts a worker thread and loads the parsers, which compiles the sources first and can take seconds in tests. */
export async function warmThreads(): Promise<void> {
  const response = {
    place: "",
    body: new Uint8Array(),
    contentType: null,
    base: "https://a.example/",
    now: new Date(),
  };
  await isInThread(feeds)(parseResponse)(response, "a.example");
}
