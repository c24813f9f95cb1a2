export const wide = "mx-auto max-w-296 px-4 sm:px-6";
export const sectionTitle =
  "text-[clamp(1.75rem,1.2rem+2vw,2.5rem)] leading-[1.1] tracking-[-.03em] text-balance whitespace-pre-line";
