import { readFileSync } from "node:fs";

/** The commands of the README's ```sh blocks, block by block. */
export function readmeCommands(): string[][] {
  const text = readFileSync("README.md", "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!.trim().split("\n"));
}
