import { ownChannel } from "@/channels/own-channel";
import { sql, type Sql } from "@/server/platform/database";
import { mailableSql } from "./mail-rhythm-sql";
import { hasPushPlanSql } from "./pushable-sql";

/** Whether a channel (an expression) is that of the accounts' own addresses. */
export const isOwnSql = (channel: Sql) => sql`(${channel} = ${ownChannel}::"Channel")`;

/**
 * Whether an account (alias `u`) may be alerted on a channel (an expression): at its own address while that is switched on and
 * takes mails, elsewhere while its plan has it.
 */
export const reachableSql = (channel: Sql) =>
  sql`(CASE WHEN ${isOwnSql(channel)} THEN ${mailableSql} ELSE ${hasPushPlanSql} END)`;
