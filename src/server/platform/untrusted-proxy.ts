import { env, isOnVercel } from "@/env";

/** True if all clients come through a proxy that isn't trusted: rate limits then count them as one client. */
export const isProxyMissing = () =>
  env().APP_URL.startsWith("https:") && env().TRUSTED_PROXY_HOPS === 0 && !isOnVercel();

export const proxyMissing =
  "APP_URL is https and TRUSTED_PROXY_HOPS is 0: behind a proxy, rate limits count all clients as one. Set it to the number of your proxies";

// Set by scripts/forwarded.mjs when X-Forwarded-For arrives while TRUSTED_PROXY_HOPS is 0.
const globals = globalThis as typeof globalThis & { earshotSawUntrustedProxy?: boolean };

export const hasSeenUntrustedProxy = () => globals.earshotSawUntrustedProxy === true;
