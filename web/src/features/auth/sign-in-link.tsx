import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";

/** The way on from a screen that is done, or that cannot go on. */
export function SignInLink({ label }: { readonly label: string }) {
  return (
    <Link to="/signin" className={buttonClass("primary", "lg")}>
      {label}
    </Link>
  );
}
