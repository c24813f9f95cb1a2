import * as z from "./zod";

/** The id of an entity as answers carry it; made by us, so that nobody has to check it again. */
export const entityId = z.string().meta({ format: "uuid" });

/** A moment as answers carry it: ISO 8601 in UTC with milliseconds. */
export const moment = z.string().meta({ format: "date-time", pattern: "\\.\\d{3}Z$" });
