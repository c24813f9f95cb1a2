"use client";

import dynamic from "next/dynamic";
import type { Listening } from "./listening";
import { useListening } from "./use-listening";

const TroubleLine = dynamic(() => import("./trouble-line").then((file) => file.TroubleLine));

/**
 * A banner at the bottom of every screen during outages. Always in the DOM, so screen readers announce
 * changes.
 */
export function TroubleBanner({ first, timeZone }: { first: Listening; timeZone: string }) {
  const { listening } = useListening(first);
  const { places, sites, troubles } = listening;
  const told = places === 0 ? troubles.filter((one) => one === "mails" || one === "channels") : troubles;
  return (
    <div role="status" className="fixed">
      {told.length > 0 && <TroubleLine troubles={told} sites={sites} timeZone={timeZone} />}
    </div>
  );
}
