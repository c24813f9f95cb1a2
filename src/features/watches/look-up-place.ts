import { api } from "@/contract/browser";
import { browserTokens } from "@/contract/browser-tokens";
import { pathOf, type ResponseOf } from "@/contract/calls";
import { AppError } from "@/contract/errors";
import { rateLimitedOf } from "@/contract/rate-limit";
import { placeExistsCall } from "@/contract/place-queries";
import { createPlaceChecker, type AskPlace } from "./place-checker";

/** Asks our API outside the shared client: its rate limit is waited out here and is nobody else's business. */
const askPlace: AskPlace = async (name) => {
  try {
    // Who has an account is asked for before strangers.
    const token = browserTokens.read()?.token;
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const response = await fetch(pathOf(placeExistsCall, { params: { name } }), { headers });
    if (response.status === 503) return "unchecked";
    const body: unknown = await response.json();
    if (response.status === 429) return rateLimitedOf(body, response.headers.get("Retry-After"));
    if (!response.ok) return "lost";
    return (body as ResponseOf<typeof placeExistsCall>).exists ? "valid" : "invalid";
  } catch {
    // A connection that fails tells as little as an answer that is none.
    return "lost";
  }
};

/** What an address stands for; or that the site could not be asked, or that the question got lost. */
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

/** One for the page: what the site said of a name is not asked again. */
export const checkPlace = createPlaceChecker(askPlace, wait);
