import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Files outside src/channels that may name a channel; whatever is the same for all of them names none. */
const mostFiles = 6;

/** Where 'email' is the kind of a mailed link, the field of a form or an account mail's template, and no channel. */
const noChannel = [
  /^src\/(features|generated)\//,
  /^src\/domain\/message\.ts$/,
  /^src\/server\/accounts\/(account-mails|addresses)\.ts$/,
  /^src\/server\/accounts\/statements\/account-mails\.ts$/,
];

/** Whether a file says the name of a channel: as a value of its own, inside of SQL, or by importing from its folder. */
function namesChannel(file: string): boolean {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const isNamed = (node: ts.Node): boolean => {
    if (ts.isStringLiteral(node) && /^(email|push)$|\/channels\/(email|push)\//.test(node.text)) return true;
    if (ts.isTemplateLiteralToken(node) && /'(email|push)'/.test(node.text)) return true;
    return ts.forEachChild(node, (child) => isNamed(child) || undefined) ?? false;
  };
  return isNamed(source);
}

test("channels are named by their folders, and next to nowhere else", () => {
  const files = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath.replaceAll("\\", "/"), entry.name));
  expect(files.length).toBeGreaterThan(400);
  expect(namesChannel("src/channels/registry.ts")).toBe(false);
  expect(namesChannel("src/channels/own-channel.ts")).toBe(true);
  const others = files.filter(
    (file) => !file.startsWith("src/channels/") && !noChannel.some((pattern) => pattern.test(file)),
  );
  const naming = others.filter(namesChannel);
  expect(naming.length, naming.join("\n")).toBeLessThanOrEqual(mostFiles);
});
