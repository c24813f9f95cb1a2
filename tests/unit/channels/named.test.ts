import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * Maximum number of files outside src/channels that name a channel. Code shared by all channels must not name
 * any.
 */
const maxFiles = 6;

/** Files that use 'email' for a link type, a form field or an account email template, not for the channel. */
const noChannel = [
  /^src\/(features|generated)\//,
  /^src\/domain\/delivery\/message\.ts$/,
  /^src\/server\/accounts\/(account-mails|addresses)\.ts$/,
  /^src\/server\/accounts\/statements\/account-mails\.ts$/,
];

/** True if a file names a channel: as a string value, in SQL, or by importing from its folder. */
function namesChannel(file: string): boolean {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const isNamed = (node: ts.Node): boolean => {
    if (ts.isStringLiteral(node) && /^(email|push)$|\/channels\/(email|push)\//.test(node.text)) return true;
    if (ts.isTemplateLiteralToken(node) && /'(email|push)'/.test(node.text)) return true;
    return ts.forEachChild(node, (child) => isNamed(child) || undefined) ?? false;
  };
  return isNamed(source);
}

test("channel names occur almost only in their folders", () => {
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
  expect(naming.length, naming.join("\n")).toBeLessThanOrEqual(maxFiles);
});
