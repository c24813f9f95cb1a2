import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "@/env";

export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: [
        "/api/",
        "/coverage",
        "/dashboard",
        "/keywords",
        "/notifications",
        "/settings",
        "/subscription",
        "/verify-email",
        "/verify-success",
        "/reset-password",
      ],
    },
    sitemap: `${env().APP_URL}/sitemap.xml`,
  };
}
