import { sql, type Sql } from "./database";

/** The halves of a place as a watch names it, '<site>:<name>', as parts of a statement; a name may hold colons. */
export const siteOfPlace = (place: Sql) => sql`split_part(${place}, ':', 1)`;
export const nameOfPlace = (place: Sql) => sql`substr(${place}, strpos(${place}, ':') + 1)`;
