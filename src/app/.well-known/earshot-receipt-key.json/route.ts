import { getReceiptKey } from "@/server/receipts/receipt-key";

export const dynamic = "force-dynamic";

/** The public key of this server's receipts, for verifiers anywhere. */
export function GET(): Response {
  return Response.json(getReceiptKey(), { headers: { "Access-Control-Allow-Origin": "*" } });
}
