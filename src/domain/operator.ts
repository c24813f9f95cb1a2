export interface Operator {
  name: string;
  address: string;
  supportEmail: string;
  sites: readonly string[];
  /** True if anyone can register. Otherwise accounts are created by invitation. */
  isOpen: boolean;
  /** True if feeds or forums are enabled, whose URLs are supplied by users. */
  hasFeeds: boolean;
  /** True if Pro is sold. Otherwise everything is included for free. */
  hasBilling: boolean;
  /** True if emails are sent with Resend. Otherwise a mail server sends them. */
  hasResend: boolean;
  hasTelegram: boolean;
  hasUpstash: boolean;
}
