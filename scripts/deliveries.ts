// npm run deliveries: lists emails and pushes that failed or have an unknown outcome, and can send one again.
import { parseArgs } from "node:util";
import { closeDatabase, databaseNow, pool } from "@/server/platform/database";
import { listStuckDeliveries, replayDelivery } from "@/server/delivery/statements/deliveries";
import { readCopySettings } from "./settings-file.mjs";

const help = `npm run deliveries                          lists emails and pushes that failed or whose outcome is unknown
npm run deliveries -- replay ID --yes       renders one again and sends it with the next delivery
npm run deliveries -- --help                shows this help

Without DATABASE_URL it uses the copy that \`npm start\` runs here; with --real, the one of \`npm start -- --real\`.

  failed    rejected by the provider (address, rejected; for push: the service's status, host or keys), could not be
            rendered (render), or not accepted for 23 hours (postponed, no connection, settings)
  unknown   after 23 hours we still can't tell whether it was sent, or its key was used for other bytes; with SMTP:
            the connection was lost twice after the email had been sent

Replaying an unknown email can mean that its recipient gets it twice, so --yes is required. Posts deleted since then and
accounts that no longer get email are left out as always.`;

const listed = 200;

// Unknown options throw; print the help.
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
  if (values.help) return printed(help, 0);
  if (command === undefined) return list();
  if (command !== "replay" || id === undefined || more.length > 0) return printed(help, 1);
  if (!/^[0-9a-f-]{36}$/.test(id)) return printed(`${id} isn't a delivery id.`, 1);
  if (!values.yes)
    return printed(
      `The recipient may get it twice. To send it again: npm run deliveries -- replay ${id} --yes`,
      1,
    );
  const isReplayed = await replayDelivery(id, await databaseNow());
  return isReplayed
    ? printed("It will be sent with the next delivery.", 0)
    : printed("There's no failed or unknown delivery with this id.", 1);
}

async function list(): Promise<number> {
  const stuck = await listStuckDeliveries(pool(), listed);
  if (stuck.length === 0) return printed("No failed or unknown deliveries.", 0);
  console.table(
    stuck.map(({ id, createdAt, status, reason, channel, dedupeKey, userId }) => ({
      id,
      created: createdAt.toISOString(),
      status,
      reason,
      channel,
      // The dedupe key of an account email is its token's id.
      slot: channel === "account" ? "" : dedupeKey,
      user: userId,
    })),
  );
  return printed(stuck.length === listed ? `Showing the latest ${listed}.` : `${stuck.length} in total.`, 0);
}

function printed(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}
