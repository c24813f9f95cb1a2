import type { ReceiptResponse } from "@/contract/receipt";

let shown: ReceiptResponse | null = null;

/** Passes a receipt to the page that shows and verifies it. */
export function showReceipt(receipt: ReceiptResponse): void {
  shown = receipt;
}

/** Returns the passed receipt once, otherwise null. */
export function getShownReceipt(): ReceiptResponse | null {
  const receipt = shown;
  shown = null;
  return receipt;
}
