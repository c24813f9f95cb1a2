import {
  AppWindow,
  Hash,
  Headphones,
  Mail,
  Megaphone,
  Send,
  Users,
  Webhook,
  type LucideIcon,
  type LucideProps,
} from "lucide-react";
import type { ChannelWord } from "@/domain/delivery/channel-names";

const icons: Record<ChannelWord, LucideIcon> = {
  email: Mail,
  push: AppWindow,
  webhook: Webhook,
  slack: Hash,
  discord: Headphones,
  teams: Users,
  ntfy: Megaphone,
  telegram: Send,
};

export function ChannelIcon({ channel, ...rest }: { channel: ChannelWord } & Omit<LucideProps, "ref">) {
  const Icon = icons[channel];
  return <Icon {...rest} />;
}
