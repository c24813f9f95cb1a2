// Imported instead of "next/server" by the sources in tests of routes, which run without Next's server. A mock would do
// the same, but then each of these files would load all modules again.
export * from "next/server.js";
export { after } from "./after-responses";
