/** The page behind a link in an email. */
export { plainPage as mailedPage } from "@/server/platform/plain-page";
