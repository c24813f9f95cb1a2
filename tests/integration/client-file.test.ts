import ts from "typescript";
import { expect, test } from "vitest";
import * as client from "@/app/api/client.ts/route";
import * as keywords from "@/app/api/keywords/route";
import * as exported from "@/app/api/notifications/export/route";
import { clientExample } from "@/contract/reference";
import { documented } from "../support/documented";
import { signedIn } from "../support/signed-in";
import { testSettings } from "../support/settings";

const at = (path: string) => `${testSettings.APP_URL}/api${path}`;

test("the client is one small file that compiles without dependencies and sends requests", async () => {
  const reply = await documented(client.GET)(new Request(at("/client.ts")));
  const text = await reply.text();
  expect(text.length).toBeLessThan(25_000);
  expect(text).not.toMatch(/\bimport\b.*from|require\(/);
  const use = `import { createClient } from "./client";
    const earshot = createClient({ token: "x" });
    export const made: Promise<string> = earshot.call("createWatch", { body: { keyword: "acme" } }).then((a) => a.watch._id);
    export const file: Promise<Response> = earshot.call("exportNotifications", { query: { format: "csv" } });
    // @ts-expect-error a body is needed
    void earshot.call("createWatch");
    // @ts-expect-error no such call
    void earshot.call("nothing");`;
  expect(text.split("const lines")[0]).not.toMatch(/[^"]\bunknown\b/);
  const shown = `${clientExample}\nvoid watches;`;
  expect(compiled({ "client.ts": text, "use.ts": use, "shown.ts": shown })).toEqual([]);

  const person = await signedIn();
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const made = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  )) as {
    createClient: (settings: object) => {
      call: (name: string, input?: object) => Promise<Record<string, unknown>>;
    };
  };
  const routes: Record<string, (request: Request) => Promise<Response>> = {
    "GET /api/keywords": keywords.GET,
    "POST /api/keywords": keywords.POST,
    "GET /api/notifications/export": exported.GET,
  };
  const earshot = made.createClient({
    baseUrl: testSettings.APP_URL,
    token: person.bearer.replace("Bearer ", ""),
    fetch: (url: URL, init: RequestInit) => routes[`${init.method} ${url.pathname}`]!(new Request(url, init)),
  });
  await earshot.call("createWatch", { body: { keyword: "by the client" } });
  expect(await earshot.call("listWatches", { query: { limit: 5 } })).toMatchObject({
    watches: [{ keyword: "by the client" }],
  });
  await expect(earshot.call("createWatch", { body: {} })).rejects.toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
  });
  const response = (await earshot.call("exportNotifications", {
    query: { format: "json" },
  })) as unknown as Response;
  expect(await response.json()).toEqual([]);
});

/** Returns TypeScript's errors for these files with its strictest options and without any packages. */
function compiled(files: Record<string, string>): string[] {
  const options: ts.CompilerOptions = {
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
    },
    ...{ noPropertyAccessFromIndexSignature: true, noEmit: true, types: [] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const own = (name: string) => files[name.slice(name.lastIndexOf("/") + 1)];
  host.readFile = (name) => own(name) ?? readFile.call(host, name);
  host.fileExists = (name) => own(name) !== undefined || fileExists.call(host, name);
  host.getSourceFile = (name, version, ...rest) => {
    const stored = own(name);
    return stored === undefined
      ? getSourceFile.call(host, name, version, ...rest)
      : ts.createSourceFile(name, stored, version);
  };
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
