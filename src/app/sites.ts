import { connection } from "next/server";
import { sitesRead } from "@/server/reading/places";

/** The names of the sites that this copy reads. Settings are read with the request, never at build. */
export async function readSites(): Promise<string[]> {
  await connection();
  return sitesRead();
}
