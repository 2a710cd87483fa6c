import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../lib/theme.ts";
import { IconButton } from "./icon-button.tsx";

/** Changes between light and dark; until it is used the system decides. */
export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Use the ${other} theme`} onClick={() => chooseTheme(other)}>
      {theme === "dark" ? <Sun aria-hidden="true" size={16} /> : <Moon aria-hidden="true" size={16} />}
    </IconButton>
  );
}
