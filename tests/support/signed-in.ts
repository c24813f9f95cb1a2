import { createSession, createUser } from "../../prisma/factories";
import { call, type Responded } from "./request";

type Handler = Parameters<typeof call>[0];
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handlers = Partial<Record<Method, Handler>>;

/** Creates an account with a session and a function to call routes with it. */
export async function signedIn(plan: "free" | "pro" = "free", fields: { timeZone?: string } = {}) {
  const user = await createUser({ plan, ...fields });
  const { bearer } = await createSession(user);
  const request = <T = Record<string, unknown>>(
    route: Handlers,
    method: Method,
    path: string,
    sent: { params?: Record<string, string>; body?: unknown } = {},
  ): Promise<Responded<T>> => {
    const handler = route[method];
    if (handler === undefined) throw new Error(`no ${method} at ${path}`);
    return call<T>(handler, method, `/api${path}`, { bearer, ...sent });
  };
  return { user, bearer, request };
}
