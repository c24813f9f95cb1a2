const looks = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  quiet: "border-line bg-surface text-ink shadow-1 hover:border-line-strong",
  ghost: "border-transparent text-ink-2 hover:bg-sunken hover:text-ink",
  danger: "border-transparent bg-bad-fill text-on-accent",
  dangerQuiet: "border-transparent text-bad hover:bg-bad-soft",
  night: "border-transparent bg-night-ink text-marker-ink focus-visible:outline-night-ink",
} as const;

const sizes = {
  sm: "min-h-8 rounded-[0.4375rem] px-2.5 py-[0.2rem] text-13",
  md: "min-h-9 rounded-md px-3.5 py-[0.3rem] text-14",
  lg: "min-h-11.5 rounded-[0.625rem] px-5 py-2 text-16",
} as const;

export interface ButtonLook {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  isBlock?: boolean;
}

export function buttonLook({ look = "quiet", size = "md", isBlock = false }: ButtonLook): string {
  const shape =
    "button-shape active:translate-y-px disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:min-h-11";
  return `${shape} ${looks[look]} ${sizes[size]} ${isBlock ? "w-full" : ""}`;
}
