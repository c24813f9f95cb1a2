import { sql, type Sql } from "@/server/platform/database";

/** SQL for the two parts of a place '<site>:<name>'. Names can contain colons. */
export const siteOfPlace = (place: Sql) => sql`split_part(${place}, ':', 1)`;
export const nameOfPlace = (place: Sql) => sql`substr(${place}, strpos(${place}, ':') + 1)`;
