export { WatchGone as default } from "@/features/watches/watch-gone";
