// npm run deliveries: the mails and pushes that failed or whose fate is unknown, and a way to send one again.
import { parseArgs } from "node:util";
import { closeDatabase, databaseNow, pool } from "@/server/platform/database";
import { listStuckDeliveries, replayDelivery } from "@/server/delivery/statements/deliveries";
import { readCopySettings } from "./settings-file.mjs";

const help = `npm run deliveries                          lists mails and pushes that failed or whose fate is unknown
npm run deliveries -- replay ID --yes       sends one again, rendered anew, at the next delivery
npm run deliveries -- --help                this text

Without DATABASE_URL it works on the copy that \`npm start\` runs here, with --real on that of \`npm start -- --real\`.

  failed    refused by the provider (address, rejected; of a push the service's status, host or keys), not to be
            rendered (render), or not taken for 23 hours (postponed, no connection, settings)
  unknown   for 23 hours nobody could tell whether it was sent, or its key was used for other bytes; by SMTP: twice
            the connection was lost after the mail had left

Replaying an unknown mail can mean that its reader gets it twice, which is why it wants --yes. What has been deleted
since, and accounts that are not mailed any more, are left out as always.`;

const listed = 200;

// A word that is no option of ours ends in an exception of the parser: the help says what is meant.
try {
  Object.assign(process.env, readCopySettings({ real: process.argv.includes("--real") }));
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}

async function run(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { help: { type: "boolean" }, yes: { type: "boolean" }, real: { type: "boolean" } },
    allowPositionals: true,
  });
  const [command, id, ...more] = positionals;
  if (values.help) return said(help, 0);
  if (command === undefined) return list();
  if (command !== "replay" || id === undefined || more.length > 0) return said(help, 1);
  if (!/^[0-9a-f-]{36}$/.test(id)) return said(`${id} is not the id of a delivery.`, 1);
  if (!values.yes)
    return said(`Its reader may get it twice. To send it again: npm run deliveries -- replay ${id} --yes`, 1);
  const isReplayed = await replayDelivery(pool(), id, await databaseNow());
  return isReplayed
    ? said("It goes out with the next delivery.", 0)
    : said("No failed or unknown delivery has this id.", 1);
}

async function list(): Promise<number> {
  const stuck = await listStuckDeliveries(pool(), listed);
  if (stuck.length === 0) return said("No mail has failed, none is unknown.", 0);
  console.table(
    stuck.map(({ id, createdAt, status, reason, channel, slot, userId }) => ({
      id,
      created: createdAt.toISOString(),
      status,
      reason,
      channel,
      // An account mail's slot is its token's id.
      slot: channel === "account" ? "" : slot,
      user: userId,
    })),
  );
  return said(stuck.length === listed ? `The newest ${listed}.` : `${stuck.length} in all.`, 0);
}

function said(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}
