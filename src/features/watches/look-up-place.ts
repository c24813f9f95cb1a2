import { api } from "@/browser/api";
import { browserTokens } from "@/browser/tokens";
import { getPath, type ResponseOf } from "@/browser/operation-types";
import { AppError } from "@/contract/errors";
import { getRateLimited } from "@/browser/rate-limit";
import { placeExistsCall } from "@/contract/place-queries";
import { readTwice } from "@/browser/read-twice";
import { createPlaceChecker, type FetchPlace } from "./place-checker";

/** Longest wait for a rate limit before a URL counts as unchecked (s). */
const longestWaitSeconds = 60;

/** Doesn't use the shared client: rate limits are waited out here and must not show its message. */
const fetchPlace: FetchPlace = async (name) => {
  try {
    // Signed-in users take precedence over anonymous ones.
    const token = browserTokens.read()?.token;
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const response = await fetch(getPath(placeExistsCall, { params: { name } }), { headers });
    if (response.status === 503) return "unchecked";
    const body: unknown = await response.json();
    if (response.status === 429) return getRateLimited(body, response.headers.get("Retry-After"));
    if (!response.ok) return "lost";
    return (body as ResponseOf<typeof placeExistsCall>).exists ? "valid" : "invalid";
  } catch {
    return "lost";
  }
};

/** Waits for short rate limits. Returns "unchecked" if the site can't be checked, "lost" if our API failed. */
export async function findPlace(
  address: string,
): Promise<ResponseOf<"validatePlace"> | "unchecked" | "lost"> {
  for (;;) {
    try {
      return await readTwice(() => api.read("validatePlace", { query: { name: address } }));
    } catch (error) {
      if (!(error instanceof AppError)) return "lost";
      const { retryAfter = 1 } = error.details;
      if (error.status !== 429) return error.status === 503 ? "unchecked" : "lost";
      if (retryAfter > longestWaitSeconds) return "unchecked";
      await wait(retryAfter * 1000);
    }
  }
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Shared by the page, so definite results are cached. */
export const checkPlace = createPlaceChecker(fetchPlace, wait);
