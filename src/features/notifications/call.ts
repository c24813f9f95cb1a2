import type { InputOf, OperationName, ResponseOf } from "@/contract/api-client";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
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
