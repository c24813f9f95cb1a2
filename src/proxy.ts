// Makes middleware.ts run in every mode: Next looks next to src/app and can ignore one in the root.
export { middleware as proxy } from "../middleware";

export const config = {
  matcher: [
    "/((?!api(?:/|$)|_next/|favicon\\.ico$|icon\\.svg$|mark\\.svg$|apple-icon\\.png$|(?:icon|maskable)-(?:192|512)\\.png$|opengraph-image\\.png$|manifest\\.webmanifest$|push-worker\\.js$|robots\\.txt$|sitemap\\.xml$).*)",
  ],
};
