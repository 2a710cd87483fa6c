import { Link } from "@tanstack/react-router";
import { getButtonClass } from "../../components/button.tsx";

/** Links from a finished or failed screen to the sign-in page. */
export function SignInLink({ label }: { readonly label: string }) {
  return (
    <Link to="/signin" className={getButtonClass("primary", "lg")}>
      {label}
    </Link>
  );
}
