import { api } from "@/contract/browser";
import { browserTokens } from "@/contract/browser-tokens";
import { getPath, type ResponseOf } from "@/contract/api-client";
import { AppError } from "@/contract/errors";
import { getRateLimited } from "@/contract/rate-limit";
import { placeExistsCall } from "@/contract/place-queries";
import { createPlaceChecker, type FetchPlace } from "./place-checker";

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

/** Returns "unchecked" if the site couldn't be reached, "lost" if our API couldn't. */
export async function findPlace(
  address: string,
): Promise<ResponseOf<"validatePlace"> | "unchecked" | "lost"> {
  try {
    return await api.read("validatePlace", { query: { name: address } });
  } catch (error) {
    return error instanceof AppError && error.status === 503 ? "unchecked" : "lost";
  }
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Shared by the page, so definite results are cached. */
export const checkPlace = createPlaceChecker(fetchPlace, wait);
