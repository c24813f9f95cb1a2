import type { FormEvent, ReactNode } from "react";

/** The frame of every form here. A submit before the script runs must not put a password into the address. */
export function AccountForm({
  onSubmit,
  children,
}: {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
      {children}
    </form>
  );
}
