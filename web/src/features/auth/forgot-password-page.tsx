import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

/** Says honestly how a forgotten password is helped: this server sends no mail. */
export function ForgotPasswordPage() {
  useDocumentTitle("Forgot password");
  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="grid w-full max-w-[30rem] gap-5">
        <h1 className="text-36">Forgot your password?</h1>
        <p className="text-ink-2">
          This server does not send mail, so a password cannot be reset from here. Ask the people who run this
          server and tell them the email address of your account. They will never need your old password.
        </p>
        <div>
          <Link to="/signin" className={buttonClass("primary")}>
            Back to sign in
          </Link>
        </div>
      </div>
    </div>
  );
}
