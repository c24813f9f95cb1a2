import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { jsonFileLimitBytes } from "@/server/http/body";
import { notInProduction, pruning } from "../support/copy";

const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-production-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dockerfile = readFileSync("Dockerfile", "utf8");
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
};

describe("a production install", () => {
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, path.join(folder, file));
  const [strip, prune] = pruning;
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, encoding: "utf8" });

  test("is described the same way by the Dockerfile and docs/operations.md", () => {
    expect(dockerfile).toContain(`RUN ${strip} && npm ci --omit=dev `);
    expect(readFileSync("docs/operations.md", "utf8")).toContain(`${strip} && ${prune}`);
    expect(readFileSync(".dockerignore", "utf8")).toMatch(/^tests$/m);
  });

  test("contains only the dependencies of src, without those of scripts, sandbox and tests", () => {
    npm(...strip!.split(" ").slice(1));
    // Writes the result to the lock file instead of installing and pruning.
    npm(...prune!.split(" ").slice(1), "--package-lock-only", "--offline");
    const lock = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as {
      packages: Record<string, object>;
    };
    const stored = Object.keys(lock.packages).map((name) => name.replace(/^.*node_modules\//, ""));
    expect(stored.length).toBeGreaterThan(200);
    for (const name of Object.keys(dependencies)) expect(stored).toContain(name);
    for (const name of notInProduction) expect(stored).not.toContain(name);
  });
});

/** Returns the imports of a file that remain after type stripping. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isTypes =
      (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly);
    const isLoad = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isLoad && !isTypes && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      found.push(node.moduleSpecifier.text);
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isDynamic && first && ts.isStringLiteral(first)) found.push(first.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

/** Resolves a relative import to its file. */
const fileOf = (from: string, name: string) =>
  ["", ".ts", ".tsx", ".mjs"].map((end) => path.join(path.dirname(from), name) + end).find(existsSync);

test("every package that runs in production is a dependency", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    // Route folders can have names like files.
    .filter((file) => /(?<!api\/client)\.tsx?$/.test(file) && !file.startsWith("generated/"))
    .map((file) => path.join("src", file));
  const files = new Set([
    ...sources,
    "middleware.ts",
    "next.config.ts",
    "scripts/serve.mjs",
    "scripts/migrate.mjs",
    "scripts/deliveries.ts",
    "scripts/invite.ts",
    "scripts/secrets.mjs",
  ]);
  const requested = new Map<string, string>();
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith(".")) {
        const reached = fileOf(file, name);
        if (reached?.startsWith("scripts/")) files.add(reached);
      } else if (!name.startsWith("@/") && !name.startsWith("node:") && !builtinModules.includes(name)) {
        requested.set(packageOf(name), file);
      }
    }
  }
  expect(requested.size).toBeGreaterThan(30);
  expect([...requested].filter(([name]) => !(name in dependencies))).toEqual([]);
});

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  read_only?: boolean;
}

const servicesOf = (file: string) =>
  (parse(readFileSync(file, "utf8"), { merge: true }) as { services: Record<string, Service> }).services;
const services = servicesOf("docker-compose.yml");
const parted = servicesOf("docker-compose.work.yml");

test("the compose file contains the app and its database, with all known settings", () => {
  expect(Object.keys(services)).toEqual(["app", "postgres"]);
  const { DATABASE_URL, BILLING, SCHEDULER } = services.app!.environment!;
  expect([BILLING, SCHEDULER]).toEqual(["${BILLING:-off}", "${SCHEDULER:-on}"]);
  expect(DATABASE_URL).toMatch(
    /^postgresql:\/\/earshot:\$\{POSTGRES_PASSWORD:\?.+\}@postgres:5432\/earshot$/,
  );
});

test("the documented proxy accepts the largest import", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(jsonFileLimitBytes);
});

test("the app migrates before serving and receives stop signals directly", () => {
  const command = (part: string) => [
    "sh",
    "-c",
    `node scripts/migrate.mjs && exec node scripts/serve.mjs${part}`,
  ];
  expect(services.app!.command).toEqual(command(""));
  expect(parted.app).toEqual({ command: command(" --web") });
  expect(parted.work!.command).toEqual(command(" --work"));
});

test("the work process is the same app with another command and without ports", () => {
  const { ports, ...app } = services.app!;
  expect(ports).toEqual(["127.0.0.1:3000:3000"]);
  expect(parted.work).toEqual({ ...app, command: parted.work!.command });
});

test("compose services have no capabilities, limited memory and a read-only file system", () => {
  for (const [name, service] of Object.entries({ ...services, work: parted.work! })) {
    expect([name, service.cap_drop, service.security_opt, service.read_only]).toEqual([
      name,
      ["ALL"],
      ["no-new-privileges:true"],
      true,
    ]);
    expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
  }
});

test("the scaled deployment runs two of each process behind a pooler, and migrates and listens directly", () => {
  const file = readFileSync("docker-compose.scale.yml", "utf8").replace("!reset ", "");
  const { services: scaled } = parse(file, { merge: true }) as {
    services: Record<string, Service & { deploy?: { replicas: number } }>;
  };
  for (const [name, role] of [
    ["app", "--web"],
    ["work", "--work"],
  ] as const) {
    const { command, environment, deploy, ports = [] } = scaled[name]!;
    expect(command!.at(-1)).toBe(`node scripts/migrate.mjs && exec node scripts/serve.mjs ${role}`);
    expect(environment!.DATABASE_URL).toContain("@pgbouncer:6432/");
    expect(environment!.DIRECT_DATABASE_URL).toContain("@postgres:5432/");
    expect([deploy, ports]).toEqual([{ replicas: 2 }, []]);
  }
  expect(scaled.proxy!.ports).toEqual(services.app!.ports!.map((port) => port.replace(/\d+$/, "80")));
});
