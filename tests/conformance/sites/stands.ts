import { startReddit } from "./reddit-stand";
import type { Stand } from "./stand";

/** How each site of the registry is put on its stand-in, by its id. */
export const stands: Readonly<Record<string, () => Promise<Stand>>> = { reddit: startReddit };
