import { moment } from "./entity";
import * as z from "./zod";

/** Until when nothing is sent, as it is asked for: a time, one of these words, or null for no mute. 'tomorrow' is its digest hour. */
export const muteWish = z
  .union([z.iso.datetime({ offset: true }), z.enum(["hour", "tomorrow", "forever"])])
  .nullable();

/** As it is told; a time that is over mutes nothing. Absent from a server of the version before. */
export const mutedUntil = z
  .union([moment, z.literal("forever")])
  .nullable()
  .default(null);
