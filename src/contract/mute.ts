import { moment } from "./entity";
import * as z from "./zod";

/** A time, one of these words, or null for no mute. 'tomorrow' is the next day's digest hour. */
export const muteWish = z
  .union([z.iso.datetime({ offset: true }), z.enum(["hour", "tomorrow", "forever"])])
  .nullable();

/** The end of a mute in responses. Past times have no effect. The previous server version omits it. */
export const mutedUntil = z
  .union([moment, z.literal("forever")])
  .nullable()
  .default(null);
