import * as z from "./zod";

/** An entity id in responses. Not validated, because we generate it. */
export const entityId = z.string().meta({ format: "uuid" });

/** A time in responses: ISO 8601 in UTC with milliseconds. */
export const moment = z.string().meta({ format: "date-time", pattern: "\\.\\d{3}Z$" });
