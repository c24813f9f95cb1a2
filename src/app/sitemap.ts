import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "@/env";

const screens = ["/", "/login", "/register", "/privacy", "/terms", "/refund", "/developers"];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  return screens.map((path) => ({ url: `${env().APP_URL}${path}` }));
}
