import path from "node:path";
import type { NextConfig } from "next";
import { safeHeaders } from "./scripts/safe-headers.mjs";

// The Content-Security-Policy has a nonce per request, so the middleware sets it.
const headers = Object.entries(safeHeaders).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  poweredByHeader: false,
  reactCompiler: true,
  typedRoutes: true,
  // Otherwise a checkout inside another one would use the outer one as its root.
  turbopack: { root: path.resolve() },
  // It would be three times as large as the build (docs/decisions/085-no-build-cache.md).
  experimental: { turbopackFileSystemCacheForBuild: false },
  // `npm test` checks types separately, so builds don't wait for the types of tests.
  typescript: { ignoreBuildErrors: true },
  // Bundlers would include its optional dependencies as if they were installed.
  serverExternalPackages: ["ws"],
  images: { unoptimized: true },
  // Paths under /api must not be redirected, and pages only by the route table.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    { source: "/:path*", headers },
    // These URLs grant access, so they must not be sent as a referrer. Headers set here override the
    // handler's.
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
