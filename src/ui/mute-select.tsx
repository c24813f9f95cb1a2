import type { ComponentProps } from "react";
import { isMuted, mutedText } from "@/domain/delivery/muted";
import { Select } from "./select";

/** Represents null, which selects don't support. */
export const notMuted = "off";

/** `standing` is the current end; the other options are values that the API understands. */
export function MuteSelect({
  standing: current,
  timeZone,
  ...rest
}: Omit<ComponentProps<typeof Select>, "children"> & { standing: string | null; timeZone: string }) {
  const now = new Date();
  const isTime = current !== null && current !== "forever" && isMuted(current, now);
  return (
    <Select {...rest}>
      <option value={notMuted}>Not muted</option>
      {isTime && <option value={current}>Muted {mutedText(current, now, timeZone)}</option>}
      <option value="hour">For 1 hour</option>
      <option value="tomorrow">Until tomorrow</option>
      <option value="forever">Until I turn it back on</option>
    </Select>
  );
}
