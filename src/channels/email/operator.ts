import { env } from "@/env";

/** The sender of every email. */
export interface MailOperator {
  name: string;
  address: string;
}

export function mailOperator(): MailOperator {
  const { OPERATOR_NAME, OPERATOR_ADDRESS } = env();
  return { name: OPERATOR_NAME, address: OPERATOR_ADDRESS };
}
