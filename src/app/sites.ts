import { connection } from "next/server";
import { sitesRead } from "@/server/reading/places";

/** Names of the sites that this instance reads. Settings are read per request, never at build time. */
export async function readSites(): Promise<string[]> {
  await connection();
  return sitesRead();
}
