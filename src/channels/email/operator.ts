import { env } from "@/env";

export interface MailOperator {
  name: string;
  address: string;
}

export function mailOperator(): MailOperator {
  const { OPERATOR_NAME, OPERATOR_ADDRESS } = env();
  return { name: OPERATOR_NAME, address: OPERATOR_ADDRESS };
}
