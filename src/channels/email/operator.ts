import { env } from "@/env";

/** The sender of every email, and the URL of its pages. */
export interface MailOperator {
  name: string;
  address: string;
  appUrl: string;
}

export function mailOperator(): MailOperator {
  const { APP_URL, OPERATOR_NAME, OPERATOR_ADDRESS } = env();
  return { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, appUrl: APP_URL };
}
