import type { Trouble } from "@/domain/coverage-texts";
import { pool } from "./database";
import type { Health } from "./health";
import type { Account } from "./sql/account-row";
import { countLateMails } from "./sql/count-late-mails";

/** A mail that is ready goes out within seconds; later than this somebody waits for it. */
const mailLateMs = 10 * 60_000;

/** What keeps the product from doing for this user what it promises, the worst first. */
export async function listTroubles(user: Pick<Account, "id">, health: Health, now: Date): Promise<Trouble[]> {
  const { database, poll, reddit } = health.checks;
  if (database?.ok !== true) return ["polls"];
  const readyBefore = new Date(now.getTime() - mailLateMs);
  const lateMails = await countLateMails(pool(), { userId: user.id, readyBefore });
  return [
    ...(reddit?.ok === true ? [] : (["reddit"] as const)),
    ...(poll?.ok === true ? [] : (["polls"] as const)),
    ...(lateMails === 0 ? [] : (["mails"] as const)),
  ];
}
