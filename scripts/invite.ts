// npm run invite ADDRESS: creates an account when registration is closed and emails the setup link to its
// owner.
import { closeDatabase, databaseNow } from "@/server/platform/database";
import { invite } from "@/server/accounts/invitations";
import { noCopyHint, readCopySettings } from "./settings-file.mjs";

const help = `npm run invite ADDRESS    creates an account for that address, prints a link for choosing a password and a name,
                          and emails it to the address. The link expires in 7 days; run it again to get another.
                          Without DATABASE_URL it uses the copy that \`npm start\` runs here; with
                          \`npm run invite -- --real ADDRESS\`, the one of \`npm start -- --real\`.`;

// Print a one-line error without a stack for bad settings, database errors or an invalid address.
try {
  const words = process.argv.slice(2);
  Object.assign(process.env, readCopySettings({ real: words.includes("--real") }));
  process.exitCode = await run(words.filter((word) => word !== "--real"));
} catch (error) {
  console.error(getMessage(error));
  if (!process.env.DATABASE_URL) console.error(noCopyHint);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}

async function run(words: string[]): Promise<number> {
  const [address, ...more] = words;
  const isRequested = address === "--help";
  if (address === undefined || isRequested || more.length > 0) {
    console.log(help);
    return isRequested ? 0 : 1;
  }
  const { url, email, isMailed } = await invite(address, await databaseNow());
  console.log(url);
  console.log(
    isMailed
      ? `We emailed it to ${email}. It expires in 7 days.`
      : `We couldn't email it to ${email} yet. The app will keep trying. The link expires in 7 days; you can also send it yourself.`,
  );
  return 0;
}

function getMessage(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
