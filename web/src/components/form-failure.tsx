/** Shows, at the end of a form, why the server refused the request. */
export function FormFailure({ text }: { readonly text: string }) {
  return (
    <p
      role="alert"
      className="wrap-anywhere whitespace-pre-wrap border-danger border-l-2 bg-surface py-2.5 pl-3 text-14 text-danger"
    >
      {text}
    </p>
  );
}
