import path from "node:path";
import type { NextConfig } from "next";
import { safeHeaders } from "./scripts/safe-headers.mjs";

// The Content-Security-Policy has a nonce per request and is set in the middleware.
const headers = Object.entries(safeHeaders).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  poweredByHeader: false,
  reactCompiler: true,
  typedRoutes: true,
  // A checkout inside another one must not take that one for its root.
  turbopack: { root: path.resolve() },
  // Types are a step of their own in `npm test`; a start does not wait for those of the tests.
  typescript: { ignoreBuildErrors: true },
  // Bundlers take parts for present that it goes without.
  serverExternalPackages: ["ws"],
  images: { unoptimized: true },
  // A path under /api is answered, not redirected; of screens the route table alone redirects.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    { source: "/:path*", headers },
    // Their addresses are keys: they go nowhere else. What is set here wins over the handler.
    ...[
      "/api/unsubscribe/:token",
      "/api/mute/:token",
      "/api/auth/decline/:token",
      "/api/auth/no-email/:token",
    ].map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
  ],
};

export default config;
