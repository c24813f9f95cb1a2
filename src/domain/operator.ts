/** Who runs this copy of Earshot and answers for it: what the settings say. */
export interface Operator {
  name: string;
  address: string;
  supportEmail: string;
  /** The names of the sites that are read. */
  sites: readonly string[];
  /** Whether everybody may make an account; else accounts are made by invitation. */
  isOpen: boolean;
  /** Whether feeds or forums are read, at addresses that people give. */
  hasFeeds: boolean;
  /** Whether Pro is sold here; else everything is included and nothing costs. */
  hasBilling: boolean;
  /** Whether calls are counted at Upstash. */
  hasUpstash: boolean;
}
