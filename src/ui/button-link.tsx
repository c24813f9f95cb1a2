import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button-look";

export function ButtonLink({
  look,
  size,
  isBlock,
  className = "",
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...rest} className={`${buttonLook({ look, size, isBlock })} ${className}`} />;
}
