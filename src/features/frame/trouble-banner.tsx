"use client";

import dynamic from "next/dynamic";
import type { Listening } from "./listening";
import { useListening } from "./use-listening";

const TroubleLine = dynamic(() => import("./trouble-line").then((file) => file.TroubleLine));

/** At the foot of every screen while something keeps Earshot from its promise; in the page from the start, so that it is read out. */
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
