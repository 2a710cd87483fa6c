import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";

/** A link away from a finished or failed screen. */
export function SignInLink({ label }: { readonly label: string }) {
  return (
    <Link to="/signin" className={buttonClass("primary", "lg")}>
      {label}
    </Link>
  );
}
