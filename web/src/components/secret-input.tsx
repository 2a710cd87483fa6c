import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { Input, type InputProps } from "./input.tsx";

interface SecretInputProps extends Omit<InputProps, "type"> {
  /** The content of the field, for the button's label: "API key". */
  readonly label: string;
}

/** Shows an input whose text is hidden until revealed. */
export function SecretInput({ label, ...rest }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        {...rest}
        type={shown ? "text" : "password"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="mono pr-12 text-14"
      />
      <IconButton
        label={`${shown ? "Hide" : "Show"} ${label}`}
        aria-pressed={shown}
        framed={false}
        onClick={() => setShown(!shown)}
        className="absolute top-1 right-1 max-md:top-0 max-md:right-0"
      >
        <Icon aria-hidden="true" size={16} />
      </IconButton>
    </span>
  );
}
