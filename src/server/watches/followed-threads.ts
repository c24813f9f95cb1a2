import { printed } from "@/domain/query/printer";

/** Following a thread ends after this time without a reply. */
export const quietThreadDays = 14;

export const maxThreadTitle = 300;

export function threadExpression(root: string): string {
  return printed({ type: "field", field: "thread", value: root });
}
