import type { InputOf, OperationName, ResponseOf } from "@/browser/operation-types";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Refused } from "./failure";

/** Throws Refused if a rate limit rejects the request. */
export async function call<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options: { keepalive?: boolean } = {},
): Promise<ResponseOf<Name>> {
  const response = await api.call(name, input, options);
  if (isRateLimited(response)) throw new Refused(response.retryAfterSeconds);
  return response;
}
