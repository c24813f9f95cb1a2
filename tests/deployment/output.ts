import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** A function of Vercel's build output. */
export interface Deployed {
  /** Its path below the site, such as 'api/cron/poll'. */
  name: string;
  runtime: string;
  maxDuration: number | undefined;
  bytes: number;
  /** Paths in the function. */
  files: string[];
}

interface Settings {
  runtime: string;
  maxDuration?: number;
  /** Files outside the function's folder, by their path in the function. */
  filePathMap?: Record<string, string>;
}

export interface Output {
  crons: { path: string; schedule: string }[];
  functions: Deployed[];
}

/** Reads `.vercel/output` of a project. */
export function readOutput(project: string): Output {
  const output = path.join(project, ".vercel/output");
  const { crons = [] } = JSON.parse(
    readFileSync(path.join(output, "config.json"), "utf8"),
  ) as Partial<Output>;
  const root = path.join(output, "functions");
  const folders = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    existsSync(path.join(root, name, ".vc-config.json")),
  );
  return { crons, functions: folders.map((name) => readFunction(project, path.join(root, name), name)) };
}

function readFunction(project: string, link: string, name: string): Deployed {
  const folder = realpathSync(link);
  const settings = JSON.parse(readFileSync(path.join(folder, ".vc-config.json"), "utf8")) as Settings;
  const own = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const mapped = Object.entries(settings.filePathMap ?? {});
  const sources = [
    ...own.map((file) => path.join(folder, file)),
    ...mapped.map(([, source]) => path.join(project, source)),
  ];
  const sizes = sources.map((file) => statSync(file)).map((stats) => (stats.isFile() ? stats.size : 0));
  return {
    name: name.replace(/\.func$/, ""),
    ...{ runtime: settings.runtime, maxDuration: settings.maxDuration },
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    files: [...own, ...mapped.map(([file]) => file)],
  };
}
